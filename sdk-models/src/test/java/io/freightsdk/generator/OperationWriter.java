package io.freightsdk.generator;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the enum of operations. */
final class OperationWriter {
  private OperationWriter() {}

  static String write(List<Operation> operations) {
    String constants =
        operations.stream()
            .map(OperationWriter::constant)
            .collect(Collectors.joining(",\n\n", "", ";\n"));
    return String.format(
        Locale.ROOT,
        """
    package io.freightsdk.model;

    import org.jspecify.annotations.Nullable;

    /** The operations of the API, as the API description defines them. */
    public enum Operation {
    %s
      private final String id;
      private final String method;
      private final String path;
      private final @Nullable String priceKey;
      private final boolean experimental;

      Operation(
          String id, String method, String path, @Nullable String priceKey, boolean experimental) {
        this.id = id;
        this.method = method;
        this.path = path;
        this.priceKey = priceKey;
        this.experimental = experimental;
      }

      /** The operation with this id; throws IllegalArgumentException when there is none. */
      public static Operation ofId(String id) {
        for (Operation operation : values()) {
          if (operation.id.equals(id)) return operation;
        }
        throw new IllegalArgumentException("no operation has the id '" + id + "'");
      }

      /** The operationId of the API description, such as {@code createLoad}. */
      public String id() {
        return id;
      }

      /** The HTTP method, in uppercase. */
      public String method() {
        return method;
      }

      /** The path with its placeholders, such as {@code /v1/agent/loads/{loadNumber}}. */
      public String path() {
        return path;
      }

      /** The key of its price in the price list; null if it has none. */
      public @Nullable String priceKey() {
        return priceKey;
      }

      /** Whether its request and response bodies are not published and may change. */
      public boolean experimental() {
        return experimental;
      }
    }
    """,
        constants);
  }

  private static String constant(Operation operation) {
    String name = Names.constant(new Node("operationId", operation.id()), operation.id());
    List<String> arguments =
        List.of(
            Source.literal(operation.id()),
            Source.literal(operation.method()),
            Source.literal(operation.path()),
            operation.priceKey().isEmpty() ? "null" : Source.literal(operation.priceKey()),
            String.valueOf(operation.experimental()));
    return Source.javadoc(2, operation.summary() + ".", List.of())
        + Source.list(2, name + "(", arguments, ")").stripTrailing();
  }
}
