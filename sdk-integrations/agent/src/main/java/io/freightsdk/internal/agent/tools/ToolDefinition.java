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
 * The definition of a tool, from a JSON file of this package with the tool's name. Each word is in
 * the model's context in every turn, so texts are short, and the members of deliveries are not
 * described again. The schema uses only keywords that every provider accepts: no references, unions
 * or bounds.
 *
 * @param description with {@code {price}} instead of the sentence about the price
 * @param paidOperation the paid operation; null for a free tool
 * @param inputSchema the schema of the arguments, as JSON
 */
record ToolDefinition(
    String name,
    String title,
    String description,
    @Nullable Operation paidOperation,
    ToolTraits traits,
    String inputSchema) {

  /** Reads the definition of a tool. */
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

  /** The schema as maps, lists and strings. Each call returns a new copy. */
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
