package io.freightsdk.server.json;

import java.io.IOException;

/** A body that is not exactly one JSON value. */
public final class MalformedJsonException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedJsonException(String message) {
    super(message);
  }
}
