package io.freightsdk.internal.watch;

import io.freightsdk.internal.concurrent.SerialExecutor;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Lets so many reads of all watches run at once and keeps the others in order, so that thousands of
 * watches that fall due together do not flood the client.
 */
public final class ReadGate {
  private final int width;
  // Confined to the mailbox, which also keeps reads that end at once from nesting without end.
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final SerialExecutor mailbox = SerialExecutor.inline(e -> {});
  private int inside;

  public ReadGate(int width) {
    this.width = width;
  }

  /** Starts the read now, or when another has left. Each started read leaves exactly once. */
  void enter(Runnable read) {
    mailbox.execute(
        () -> {
          if (inside == width) {
            waiting.add(read);
            return;
          }
          inside++;
          read.run();
        });
  }

  void leave() {
    mailbox.execute(
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
