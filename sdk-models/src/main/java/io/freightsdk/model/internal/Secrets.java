package io.freightsdk.model.internal;

import org.jspecify.annotations.Nullable;

/** Keeps secrets out of {@code toString}. */
public final class Secrets {
  private Secrets() {}

  /** What stands for a secret in a text: whether it is there, never what it is. */
  public static String mask(@Nullable Object secret) {
    return secret == null ? "null" : "***";
  }
}
