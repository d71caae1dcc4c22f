package io.freightsdk.examples.contact;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of the program in this process, by a person who types yes.
 *
 * @param rows results by sentence, as the file has them
 */
record ProgramRun(int code, String terminal, String file, Map<String, Row> rows) {
  static final String PHONE = "+13125550142";

  record Row(String result, String seen) {}

  static ProgramRun with(AlteredService service, Path folder, String... arguments) {
    return with(environment(service), service.waits, folder, arguments);
  }

  static Map<String, String> environment(AlteredService service) {
    return Map.of(
        "FREIGHT_BASE_URL",
        service.url(),
        // As it comes out of a file.
        "FREIGHT_AGENT_KEY",
        service.broker.agentKey() + "\n",
        "FREIGHT_DRIVER_PHONE",
        PHONE);
  }

  static ProgramRun with(
      Map<String, String> environment, Time waits, Path folder, String... arguments) {
    return typing("Yes \n", environment, waits, folder, arguments);
  }

  /** A run by a person who types this. */
  static ProgramRun typing(
      String text, Map<String, String> environment, Time waits, Path folder, String... arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    ByteArrayInputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    int code = new FirstContact(environment, out, in, folder, waits).run(List.of(arguments));
    Path file = folder.resolve("first-contact.md");
    try {
      String report = Files.exists(file) ? Files.readString(file) : "";
      return new ProgramRun(code, bytes.toString(StandardCharsets.UTF_8), report, rows(report));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Row> rows(String file) {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (String line : file.lines().toList()) {
      String[] cells = line.split(" ?\\| ?", -1);
      boolean isRow = cells.length == 5 && !cells[1].equals("result") && !cells[1].startsWith("-");
      if (isRow) rows.put(cells[2], new Row(cells[1], cells[3]));
    }
    return rows;
  }

  /** The only row whose sentence begins so. */
  Row row(String sentence) {
    List<String> found = rows.keySet().stream().filter(one -> one.startsWith(sentence)).toList();
    if (found.size() != 1) throw new AssertionError(sentence + " begins " + found);
    return rows.get(found.get(0));
  }

  /** Sentences with one of these results. */
  List<String> sentences(String... results) {
    return rows.keySet().stream()
        .filter(one -> List.of(results).contains(rows.get(one).result()))
        .toList();
  }
}
