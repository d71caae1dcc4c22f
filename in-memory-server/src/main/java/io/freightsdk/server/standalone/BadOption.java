package io.freightsdk.server.standalone;

/** A command line that cannot be understood; the message says what to write. */
final class BadOption extends Exception {
  private static final long serialVersionUID = 1L;

  BadOption(String message) {
    super(message);
  }
}
