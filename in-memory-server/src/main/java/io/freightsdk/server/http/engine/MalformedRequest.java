package io.freightsdk.server.http.engine;

import java.io.IOException;

/** Bytes that are no HTTP request; the message is fit for the caller's eyes. */
final class MalformedRequest extends IOException {
  private static final long serialVersionUID = 1L;

  private final int status;

  MalformedRequest(int status, String message) {
    super(message);
    this.status = status;
  }

  int status() {
    return status;
  }
}
