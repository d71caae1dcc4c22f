package io.freightsdk.server.sim;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads fixes from comma-separated values. */
final class CsvFixes {
  private final int time;
  private final int lat;
  private final int lng;
  private final int accuracy;
  private final int speed;
  private final int heading;

  private CsvFixes(List<String> header) {
    time = header.indexOf("ts");
    lat = header.indexOf("lat");
    lng = header.indexOf("lng");
    accuracy = header.indexOf("accuracy_m");
    speed = header.indexOf("speed_mps");
    heading = header.indexOf("heading");
    if (time < 0 || lat < 0 || lng < 0) {
      throw new IllegalArgumentException(
          "csv: the first line must name the columns ts, lat and lng, not " + header);
    }
  }

  static List<Fix> read(InputStream in) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    String header = lines.readLine();
    CsvFixes columns =
        new CsvFixes(header == null ? List.of() : cells(header.toLowerCase(Locale.ROOT)));
    List<Fix> fixes = new ArrayList<>();
    int number = 1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!line.isBlank()) {
        fixes.add(columns.fix(cells(line), number));
      }
    }
    return fixes;
  }

  private Fix fix(List<String> cells, int line) {
    try {
      return Recording.fix(
          instant(cells.get(time)),
          new Coordinates(Double.parseDouble(cells.get(lat)), Double.parseDouble(cells.get(lng))),
          number(cells, accuracy),
          number(cells, speed),
          number(cells, heading));
    } catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("csv: line " + line + ": " + e.getMessage(), e);
    }
  }

  private static Instant instant(String cell) {
    boolean epochMillis = !cell.isEmpty() && cell.chars().allMatch(Character::isDigit);
    return epochMillis
        ? Instant.ofEpochMilli(Long.parseLong(cell))
        : OffsetDateTime.parse(cell).toInstant();
  }

  private static @Nullable Double number(List<String> cells, int column) {
    boolean absent = column < 0 || column >= cells.size() || cells.get(column).isEmpty();
    return absent ? null : Double.valueOf(cells.get(column));
  }

  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    for (String cell : line.split(",", -1)) {
      cells.add(cell.replace("\"", "").replace("\ufeff", "").trim());
    }
    return cells;
  }
}
