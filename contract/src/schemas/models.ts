import type * as z from 'zod/mini';
import { importResult, openSession } from './account.ts';
import { session, user } from './auth.ts';
import { subscription } from './billing.ts';
import { clip } from './clips.ts';
import { desktop, desktopItem } from './desktop.ts';
import { device, sentClip } from './devices.ts';
import { file, preview } from './files.ts';
import { lanPeer } from './lan.ts';
import { link } from './links.ts';
import { adminLogEntry, adminUser, invitation, serverState } from './owner.ts';
import { apiToken } from './programs.ts';
import { activity, room, roomContent, roomMember, roomSummary } from './rooms.ts';
import { clipTag, tag } from './tags.ts';
import { upload } from './uploads.ts';

export const models: Readonly<Record<string, z.ZodMiniType>> = {
  User: user,
  Session: session,
  OpenSession: openSession,
  ImportResult: importResult,
  Clip: clip,
  File: file,
  Upload: upload,
  Preview: preview,
  Tag: tag,
  ClipTag: clipTag,
  Link: link,
  Room: room,
  RoomSummary: roomSummary,
  RoomMember: roomMember,
  RoomContent: roomContent,
  Activity: activity,
  Desktop: desktop,
  DesktopItem: desktopItem,
  LanPeer: lanPeer,
  Subscription: subscription,
  ApiToken: apiToken,
  Invitation: invitation,
  AdminUser: adminUser,
  AdminLogEntry: adminLogEntry,
  ServerState: serverState,
  Device: device,
  SentClip: sentClip,
};
