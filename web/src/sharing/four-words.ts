/** Short, common, and spelled as they sound: they are told on the phone. */
const WORDS =
  'acid acorn actor album alley angle ankle apple april apron arena arrow atlas attic autumn award bacon badge baker bamboo banjo barrel basket beach beaver bench berry bike birch bird biscuit blanket blue boat bonus book boot bottle bowl branch bread brick bridge broom brush bubble bucket butter button cabin cable cactus camel camp candle canoe canyon carpet castle cattle cedar cellar chair chalk cherry chess chief chimney circle circus citrus clever clock cloud clover coast cobra cocoa coffee comet copper coral corner cotton couch cousin crane crayon cricket crown cube cup curtain daisy dance desert diamond dinner dolphin donkey dragon drum eagle earth easel echo elbow elephant engine evening fabric falcon farmer feather fence fern ferry fiddle field finger flag flame flute fog forest fossil fountain fox frame frost galaxy garden garlic gate ginger giraffe glass glove goat gold grape grass green guitar hammer harbor harvest hat hazel helmet heron hill honey horse hotel igloo island ivory ivy jacket jaguar jam jelly jewel judge jungle kettle kitchen kite ladder lake lamp lantern lemon letter lily linen lion lizard lobster lotus lunch magnet mango maple marble market meadow medal melon mirror mitten monkey moon moss mountain muffin museum music napkin needle nest north novel nutmeg oak oasis ocean olive onion orange orbit otter owl oyster paddle palace panda paper parrot peach pearl pebble pepper piano picnic pigeon pillow pilot pine planet plum pocket poem pond pony poplar potato prairie puppet quartz quiet quilt rabbit radio rain raven ribbon river robin rocket rope rose ruby saddle salad salmon sand scarf school seed shadow shell silver sister sketch sky snow sofa spice spider spoon spring squash stable star stone storm summer sun swan table tango tea tiger toast tomato tower train tree trumpet tulip tunnel turtle umbrella valley vanilla velvet village violet violin wagon walnut water whale wheat willow window winter wolf wonder yard yellow zebra'.split(
    ' ',
  );

/** A password of four words, drawn by the browser's own generator. */
export function fourWords(): string {
  const limit = 2 ** 32 - (2 ** 32 % WORDS.length);
  const words: string[] = [];
  while (words.length < 4) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
    // Beyond it the first words would come more often.
    if (drawn < limit) words.push(WORDS[drawn % WORDS.length] ?? '');
  }
  return words.join('-');
}
