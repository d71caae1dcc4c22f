package io.freightsdk.contact;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The responses of a run and what the client makes of them, without secrets: a line of JSON for
 * each, written while it runs. The requests are not in it, because each check sends the same ones.
 */
final class Recording {
  private final @Nullable Path path;
  private final Redaction redaction = new Redaction();
  private @Nullable PrintWriter file;

  /**
   * @param path null for a run that is not recorded
   */
  Recording(@Nullable Path path) {
    this.path = path;
  }

  /** Creates the file. Returns false if it exists, or cannot be created. */
  boolean begin(Instant now, BigDecimal limit) {
    if (path == null) return true;
    try {
      file = new PrintWriter(Files.newBufferedWriter(path, StandardOpenOption.CREATE_NEW));
    } catch (IOException e) {
      return false;
    }
    String version = Recording.class.getPackage().getImplementationVersion();
    write(
        JsonNodeFactory.instance
            .objectNode()
            .put("version", version == null ? "source" : version)
            .put("at", now.toString())
            .put("limitUsd", limit));
    return true;
  }

  void addResponse(String check, ApiCall call, ApiResponse response) {
    ObjectNode line = line(check);
    if (response.failure() == null) {
      line.put("status", response.status()).put("seconds", response.took().toSeconds());
      ObjectNode headers = line.putObject("headers");
      redaction.headers(response.headers()).forEach(headers::put);
      line.set("body", redaction.body(response));
    }
    write(line.put("client", ClientView.summary(call, response)));
  }

  /** The result of a check, after all its responses. */
  void addResult(String check, Findings found) {
    ObjectNode line = line(check).put("spentUsd", PriceList.text(found.spent));
    if (!found.charge.isEmpty()) line.put("charge", found.charge);
    write(line);
  }

  void addNotRun(String check) {
    write(line(check).put("run", false));
  }

  private static ObjectNode line(String check) {
    return JsonNodeFactory.instance.objectNode().put("check", check);
  }

  private void write(JsonNode line) {
    if (file == null) return;
    file.print(line + "\n");
    file.flush();
  }

  /** Whether each line could be written. */
  boolean isComplete() {
    return file == null || !file.checkError();
  }

  void close() {
    if (file != null) file.close();
  }
}
