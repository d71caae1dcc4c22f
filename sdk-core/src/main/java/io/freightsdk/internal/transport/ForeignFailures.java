package io.freightsdk.internal.transport;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Tells what code of the caller threw, such as an interceptor, from what the wire threw. */
final class ForeignFailures {
  /** How OkHttp words it when an interceptor throws what is no IOException. */
  private static final String MARK = "canceled due to ";

  private ForeignFailures() {}

  static IOException wrap(Throwable foreign) {
    return new IOException(MARK + foreign.getClass().getName(), foreign);
  }

  /** What the caller's code threw; null when it was the wire. */
  static @Nullable Throwable unwrap(IOException failure) {
    Throwable cause = failure.getCause();
    boolean marked = String.valueOf(failure.getMessage()).startsWith(MARK);
    return marked && cause != null ? cause : null;
  }
}
