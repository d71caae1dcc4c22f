String log = new File(basedir, 'build.log').text
assert log.contains('Refused.kt:[7,') || log.contains('Refused.kt:7:')
assert log.contains('Instant?') || log.contains('Instant!') : 'the build failed for another reason'
