package io.freightsdk.internal.agent.json;

/** Says why a text cannot be read as the arguments of a tool, in words a model can act on. */
public final class MalformedJsonException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedJsonException(String message) {
    super(message);
  }

  /** The message without a null, which {@link #getMessage()} could in theory be. */
  public String problem() {
    return String.valueOf(getMessage());
  }
}
