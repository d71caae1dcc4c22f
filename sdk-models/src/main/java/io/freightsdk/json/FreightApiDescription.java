package io.freightsdk.json;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The API description that {@code io.freightsdk.model} is generated from: OpenAPI 3.1 in YAML. */
public final class FreightApiDescription {
  private static final String RESOURCE = "freight-agent-api.yaml";

  private FreightApiDescription() {}

  /** Returns the complete description as text. Each call reads it from the jar. */
  public static String yaml() {
    try (InputStream resource = FreightApiDescription.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) throw new FileNotFoundException(RESOURCE);
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the API description cannot be read from the jar", e);
    }
  }
}
