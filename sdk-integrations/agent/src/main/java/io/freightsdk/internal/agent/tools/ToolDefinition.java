package io.freightsdk.internal.agent.tools;

import io.freightsdk.agent.ToolTraits;
import io.freightsdk.internal.agent.results.ToolJson;
import io.freightsdk.model.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a tool says of itself: a JSON file of this package, named as the tool. Each word is part of
 * the model's context in every turn, so the texts are short, and a delivery is not described as its
 * pickup was. The schema uses only what every provider accepts: no references, unions and bounds.
 *
 * @param description with {@code {price}} where the price stands
 * @param paid the operation it pays for; null for a free tool
 * @param inputSchema of the arguments, as JSON
 */
record ToolDefinition(
    String name,
    String title,
    String description,
    @Nullable Operation paid,
    ToolTraits traits,
    String inputSchema) {

  /** Reads the file of a tool. */
  static ToolDefinition of(String name) {
    Map<String, Object> file = object(text(name + ".json"));
    String paid = (String) file.get("paid");
    return new ToolDefinition(
        name,
        (String) member(file, "title"),
        (String) member(file, "description"),
        paid == null ? null : Operation.ofId(paid),
        new ToolTraits(
            (boolean) member(file, "readOnly"),
            (boolean) member(file, "destructive"),
            (boolean) member(file, "idempotent"),
            true), // Every tool reaches the service or its ledger.
        ToolJson.write(member(file, "inputSchema")));
  }

  /** The schema as maps, lists and texts; each call gives new ones. */
  Map<String, Object> schema() {
    return object(inputSchema);
  }

  private static Object member(Map<String, Object> file, String name) {
    return Objects.requireNonNull(file.get(name), name);
  }

  @SuppressWarnings("unchecked") // The members of a JSON object have names.
  private static Map<String, Object> object(String json) {
    return (Map<String, Object>) Objects.requireNonNull(ToolJson.read(json));
  }

  private static String text(String file) {
    try (InputStream in = ToolDefinition.class.getResourceAsStream(file)) {
      byte[] bytes = Objects.requireNonNull(in, () -> "no " + file + " in the jar").readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
