package io.freightsdk.generator;

/** The description has a construct that the generator does not support. The message is one line. */
final class InvalidDescriptionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param place path of keys from the root of the description, such as {@code
   *     components.schemas.Eta}
   */
  InvalidDescriptionException(String place, String problem) {
    super(place + ": " + problem);
  }
}
