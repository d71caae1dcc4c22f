package io.freightsdk.internal.engine;

import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;

/**
 * Hears of an interrupt of the thread at work at once, although it blocks in a socket that takes no
 * notice. It is no channel: the JDK tells interruptible channels, and only those, that the thread
 * in their operation is interrupted.
 */
final class InterruptWatch extends AbstractInterruptibleChannel {
  private final Runnable onInterrupt;

  /**
   * A watch of one piece of work.
   *
   * @param onInterrupt runs on the interrupting thread, which holds a lock of the JDK: must be
   *     quick
   */
  InterruptWatch(Runnable onInterrupt) {
    this.onInterrupt = onInterrupt;
  }

  /** Does the work on this thread, whose flag stays as it is. */
  void over(Runnable work) {
    begin();
    try {
      work.run();
    } finally {
      try {
        end(true);
      } catch (AsynchronousCloseException interrupted) {
        // The interrupt was heard, and the flag still tells of it.
      }
    }
  }

  @Override
  protected void implCloseChannel() {
    onInterrupt.run();
  }
}
