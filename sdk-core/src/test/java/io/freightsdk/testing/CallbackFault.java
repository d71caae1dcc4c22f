package io.freightsdk.testing;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A fault of the application's code. It happens once, at a selected run of a callback. */
public final class CallbackFault {
  /** The kinds of faults. */
  public enum Kind {
    CHECKED,
    RUNTIME,
    ERROR,
    INTERRUPTED_EXCEPTION,
    /** Nothing is thrown; the thread is interrupted. */
    INTERRUPT;

    private @Nullable Throwable thrown() {
      return switch (this) {
        case CHECKED -> new Exception("checked, and declared nowhere");
        case RUNTIME -> new IllegalStateException("unchecked");
        case ERROR -> new NoClassDefFoundError("com/example/Missing");
        case INTERRUPTED_EXCEPTION -> new InterruptedException("by whom?");
        case INTERRUPT -> null;
      };
    }
  }

  private final Kind kind;

  /** Runs of callbacks until the fault, including the faulty one; zero for none. */
  private final AtomicInteger left = new AtomicInteger();

  private final AtomicInteger done = new AtomicInteger();

  public CallbackFault(Kind kind) {
    this.kind = kind;
  }

  /** Makes this run from now on faulty; 1 is the next one. */
  public void strikeAt(int pass) {
    if (done.get() == 0) left.compareAndSet(0, pass);
  }

  public void disarm() {
    left.set(0);
  }

  public int strikes() {
    return done.get();
  }

  /** Called by each callback. */
  public void onCallback() {
    if (left.getAndUpdate(n -> Math.max(0, n - 1)) != 1) return;
    done.incrementAndGet();
    Throwable thrown = kind.thrown();
    if (thrown == null) {
      Thread.currentThread().interrupt();
    } else {
      CallbackFault.<RuntimeException>sneak(thrown);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable any) throws T {
    throw (T) any;
  }
}
