package io.freightsdk.model.internal;

/**
 * Plain reading gives up. Not a failure: Moshi reads the same bytes and decides. Without a stack
 * trace, because it is thrown for control and always caught next door.
 */
final class NotPlainException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("StaticAssignmentOfThrowable") // It holds no stack trace that could mislead.
  static final NotPlainException INSTANCE = new NotPlainException();

  private NotPlainException() {
    super("not plain JSON", null, false, false);
  }
}
