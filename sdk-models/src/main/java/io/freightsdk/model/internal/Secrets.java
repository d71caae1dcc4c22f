package io.freightsdk.model.internal;

import org.jspecify.annotations.Nullable;

/** Keeps secrets out of {@code toString}. */
public final class Secrets {
  private Secrets() {}

  /** Returns {@code ***} for a secret, and {@code null} if there is none. */
  public static String mask(@Nullable Object secret) {
    return secret == null ? "null" : "***";
  }
}
