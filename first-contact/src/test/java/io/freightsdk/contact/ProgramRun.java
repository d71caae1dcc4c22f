package io.freightsdk.contact;

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
 * One run of the program in this process, by a user who types yes.
 *
 * @param rows by what the service does, as in the file
 * @param asDescribed the names of the checks without a difference
 */
record ProgramRun(
    int code, String terminal, String file, Map<String, Row> rows, List<String> asDescribed) {
  static final String PHONE = "+13125550142";

  record Row(String result, String seen, String advice) {}

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

  /** A run by a user who types this. */
  static ProgramRun typing(
      String text, Map<String, String> environment, Time waits, Path folder, String... arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    ByteArrayInputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    int code = new FirstContact(environment, out, in, folder, waits).run(List.of(arguments));
    Path file = folder.resolve("first-contact.md");
    try {
      String report = Files.exists(file) ? Files.readString(file) : "";
      return new ProgramRun(
          code, bytes.toString(StandardCharsets.UTF_8), report, rows(report), asDescribed(report));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The only row whose fact is this text or begins with it. */
  Row row(String fact) {
    List<String> found = rows.keySet().stream().filter(one -> one.startsWith(fact)).toList();
    if (found.size() != 1) throw new AssertionError(fact + " begins " + found + "\n" + terminal);
    return rows.get(found.get(0));
  }

  private static Map<String, Row> rows(String file) {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (String line : file.lines().toList()) {
      String[] cells = line.split(" ?\\| ?", -1);
      boolean isRow = cells.length == 6 && !cells[1].equals("result") && !cells[1].startsWith("-");
      if (isRow) rows.put(cells[2], new Row(cells[1], cells[3], cells[4]));
    }
    return rows;
  }

  private static List<String> asDescribed(String file) {
    String line =
        file.lines().filter(one -> one.startsWith("As described: ")).findFirst().orElse("");
    return List.of(line.replaceFirst("As described: ", "").replaceFirst("[.]$", "").split(", "));
  }
}
