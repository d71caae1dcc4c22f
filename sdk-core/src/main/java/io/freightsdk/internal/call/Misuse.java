package io.freightsdk.internal.call;

import java.io.Serial;

/**
 * Carries the exception for a mistake in the program, such as a scope that the guard does not
 * accept, or a paid call within a transaction. The caller gets that exception itself, not a failure
 * of the call.
 */
final class Misuse extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  final RuntimeException thrown;

  Misuse(RuntimeException thrown) {
    super(null, thrown, false, false);
    this.thrown = thrown;
  }
}
