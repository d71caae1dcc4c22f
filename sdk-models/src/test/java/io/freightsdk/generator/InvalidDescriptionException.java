package io.freightsdk.generator;

/**
 * The description holds something that the generator cannot turn into Java; the message is one
 * line.
 */
final class InvalidDescriptionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Names the place and what is wrong there.
   *
   * @param place path of keys from the root of the description, such as {@code
   *     components.schemas.Eta}
   */
  InvalidDescriptionException(String place, String problem) {
    super(place + ": " + problem);
  }
}
