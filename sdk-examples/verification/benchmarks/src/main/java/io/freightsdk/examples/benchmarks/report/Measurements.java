package io.freightsdk.examples.benchmarks.report;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import okio.Buffer;

/** A file of measurements, one JSON object a line, so that every JVM of a run can add its own. */
public final class Measurements {
  private final Path file;

  public Measurements(Path file) {
    this.file = file;
  }

  /** Adds one line, and prints it. */
  public void add(Measurement measurement) {
    try {
      Buffer line = new Buffer();
      JsonWriter json = JsonWriter.of(line);
      json.beginObject();
      json.name("table").value(measurement.table());
      json.name("subject").value(measurement.subject());
      json.name("metric").value(measurement.metric());
      json.name("unit").value(measurement.unit());
      json.name("x").value(measurement.x());
      json.name("median").value(measurement.median());
      json.name("low").value(measurement.low());
      json.name("high").value(measurement.high());
      json.name("rounds").value(measurement.rounds());
      json.endObject();
      Files.writeString(
          file,
          line.readUtf8() + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      System.out.printf(
          "  %-12s %-34s %-12s %,14.1f %s%n",
          measurement.table(),
          measurement.subject() + (measurement.x() == 0 ? "" : " @" + measurement.x()),
          measurement.metric(),
          measurement.median(),
          measurement.unit());
    } catch (IOException e) {
      throw new IllegalStateException("could not write " + file + ": " + e.getMessage(), e);
    }
  }

  /** All lines, in the order in which they were added. */
  public List<Measurement> all() throws IOException {
    List<Measurement> all = new ArrayList<>();
    for (String line : Files.readAllLines(file)) all.add(parse(line));
    return all;
  }

  private static Measurement parse(String line) throws IOException {
    Map<String, String> fields = new HashMap<>();
    JsonReader json = JsonReader.of(new Buffer().writeUtf8(line));
    json.beginObject();
    while (json.hasNext()) fields.put(json.nextName(), json.nextString());
    json.endObject();
    return new Measurement(
        fields.get("table"),
        fields.get("subject"),
        fields.get("metric"),
        fields.get("unit"),
        Long.parseLong(fields.get("x")),
        Double.parseDouble(fields.get("median")),
        Double.parseDouble(fields.get("low")),
        Double.parseDouble(fields.get("high")),
        Integer.parseInt(fields.get("rounds")));
  }
}
