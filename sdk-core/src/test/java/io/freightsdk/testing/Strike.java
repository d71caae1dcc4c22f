package io.freightsdk.testing;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Code that is not the client's: it does harm once, at the moment it is armed for. */
public final class Strike {
  /** The kinds of harm. */
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

  /** Passes until the harm is done, the striking one included; zero when not armed. */
  private final AtomicInteger left = new AtomicInteger();

  private final AtomicInteger done = new AtomicInteger();

  public Strike(Kind kind) {
    this.kind = kind;
  }

  /** Strikes at the pass of this number from now. */
  public void arm(int pass) {
    if (done.get() == 0) left.compareAndSet(0, pass);
  }

  public void disarm() {
    left.set(0);
  }

  public int done() {
    return done.get();
  }

  /** Foreign code runs. */
  public void pass() {
    if (left.getAndUpdate(n -> Math.max(0, n - 1)) != 1) return;
    done.incrementAndGet();
    Throwable thrown = kind.thrown();
    if (thrown == null) {
      Thread.currentThread().interrupt();
    } else {
      Strike.<RuntimeException>sneak(thrown);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable any) throws T {
    throw (T) any;
  }
}
