package io.freightsdk.internal.watch;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Limits how many reads of all watches run at once and keeps the others in order, so that thousands
 * of watches that are due together do not flood the client.
 */
public final class ReadGate {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.watch");

  private final int width;
  // It also keeps reads that end at once from nesting without end.
  private final SerialExecutor serial =
      new SerialExecutor(failure -> LOG.log(Level.ERROR, "a watched read failed", failure));
  // Read and written by tasks of the serial executor only.
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int inside;

  public ReadGate(int width) {
    this.width = width;
  }

  /** Starts the read now, or when another has left. Each started read leaves exactly once. */
  public void enter(Runnable read) {
    serial.execute(
        () -> {
          if (inside == width) {
            waiting.add(read);
            return;
          }
          inside++;
          read.run();
        });
  }

  public void leave() {
    serial.execute(
        () -> {
          Runnable next = waiting.poll();
          if (next == null) {
            inside--;
            return;
          }
          next.run();
        });
  }
}
