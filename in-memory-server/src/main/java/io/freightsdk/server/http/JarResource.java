package io.freightsdk.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Reads resources of the jar. */
public final class JarResource {
  private JarResource() {}

  /**
   * The bytes of a resource.
   *
   * @param opened the result of {@code getResourceAsStream} of a class in the same package, because
   *     a module hides its resources from others; null if the resource is missing
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
