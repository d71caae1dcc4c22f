package io.freightsdk.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Whether the thread of a world waits for anything that is not of its world. Time passes there
 * without a wait, so the machine counts none; if it does, the world is played again, and recorded.
 */
final class OutsideWaits {
  private static final List<String> WAITS =
      List.of("jdk.ThreadPark", "jdk.JavaMonitorWait", "jdk.ThreadSleep");
  private static final long LOOK_EVERY = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_FRAMES = 40;

  private final Thread thread = Thread.currentThread();
  private volatile boolean playing;
  private volatile StackTraceElement[] stuck;

  OutsideWaits() {
    Thread watch = new Thread(this::watch, "simulation-watch");
    watch.setDaemon(true);
    watch.start();
  }

  /** A wait for ever would never be counted: it is interrupted. */
  private void watch() {
    int looks = 0;
    while (thread.isAlive()) {
      LockSupport.parkNanos(this, LOOK_EVERY);
      Thread.State state = thread.getState();
      boolean waits = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
      looks = playing && waits ? looks + 1 : 0;
      if (looks < 2) continue;
      stuck = thread.getStackTrace();
      thread.interrupt();
    }
  }

  /** Plays a world; what it waited for outside, with the stack. Null for nothing. */
  String of(Runnable world) {
    long before = waits();
    stuck = null;
    playing = true;
    try {
      world.run();
    } finally {
      playing = false;
    }
    if (stuck != null) {
      Thread.interrupted();
      return List.of(stuck).stream().map(Object::toString).collect(Collectors.joining("\n  at "));
    }
    return waits() == before ? null : recorded(world);
  }

  private long waits() {
    return ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId()).getWaitedCount();
  }

  private String recorded(Runnable world) {
    Path file = null;
    try (Recording recording = new Recording()) {
      for (String wait : WAITS)
        recording.enable(wait).withThreshold(Duration.ZERO).withStackTrace();
      recording.start();
      world.run();
      recording.stop();
      file = Files.createTempFile("waits", ".jfr");
      recording.dump(file);
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        boolean mine =
            event.getThread() != null && event.getThread().getJavaThreadId() == thread.getId();
        if (mine && event.getStackTrace() != null) return stack(event);
      }
      return "not when it was played again";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      delete(file);
    }
  }

  private static String stack(RecordedEvent event) {
    return event.getStackTrace().getFrames().stream()
        .limit(MOST_FRAMES)
        .map(
            frame ->
                frame.getMethod().getType().getName()
                    + '.'
                    + frame.getMethod().getName()
                    + ':'
                    + frame.getLineNumber())
        .collect(Collectors.joining("\n  at "));
  }

  private static void delete(Path file) {
    try {
      if (file != null) Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
