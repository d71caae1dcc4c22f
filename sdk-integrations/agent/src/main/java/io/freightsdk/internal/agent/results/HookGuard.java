package io.freightsdk.internal.agent.results;

import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs code that may throw anything, such as an application's approver; if it throws, logs the
 * stack trace and uses a fallback. In Kotlin, code can also throw undeclared checked exceptions.
 */
public final class HookGuard {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");

  private HookGuard() {}

  /** Code that may throw anything. */
  public interface Code<T extends @Nullable Object> {
    T run() throws Throwable;
  }

  /**
   * Returns the result of the code. If the code throws, logs the stack trace, and returns the
   * result of {@code onFailure} or throws its exception.
   *
   * @param what the name of the code in the log, such as {@code create_load: the approver}
   */
  public static <T extends @Nullable Object> T run(
      String what, Code<T> code, Supplier<? extends T> onFailure) {
    try {
      return code.run();
    } catch (Throwable e) {
      if (e instanceof InterruptedException) Thread.currentThread().interrupt();
      LOG.log(Level.ERROR, what + " failed: " + rootCause(e), withoutMessages(e));
      return onFailure.get();
    }
  }

  /** The innermost cause. Libraries often wrap the informative exception. */
  private static String rootCause(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) cause = cause.getCause();
    return cause.getClass().getName();
  }

  /** The stack traces without messages, which may contain a phone number or a key. */
  private static Throwable withoutMessages(Throwable failure) {
    Throwable cause = failure.getCause();
    Throwable copy =
        new IllegalStateException(
            failure.getClass().getName(), cause == null ? null : withoutMessages(cause));
    copy.setStackTrace(failure.getStackTrace());
    return copy;
  }
}
