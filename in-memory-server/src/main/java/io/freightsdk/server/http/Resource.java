package io.freightsdk.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** What the jar holds beside its classes. */
public final class Resource {
  private Resource() {}

  /** The bytes of a resource in the package of {@code neighbour}. */
  public static byte[] bytes(Class<?> neighbour, String name) {
    try (InputStream in = neighbour.getResourceAsStream(name)) {
      if (in == null) throw new IllegalStateException("the jar lacks " + name);
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + name + " from the jar", e);
    }
  }
}
