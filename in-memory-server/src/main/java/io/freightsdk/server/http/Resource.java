package io.freightsdk.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** What the jar holds beside its classes. */
public final class Resource {
  private Resource() {}

  /**
   * The bytes of a resource.
   *
   * @param opened by {@code getResourceAsStream} of a class beside it, because a module gives what
   *     is in its packages to nobody else; null when it is not there
   */
  public static byte[] bytes(@Nullable InputStream opened, String name) {
    try (InputStream in = opened) {
      if (in == null) throw new IllegalStateException("the jar lacks " + name);
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + name + " from the jar", e);
    }
  }
}
