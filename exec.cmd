@rem npm scripts that run for long begin with `exec`, so that no shell stands between npm and them and swallows its signals.
@rem Where the shell is cmd.exe, which has no such word, this file is it.
@%*
