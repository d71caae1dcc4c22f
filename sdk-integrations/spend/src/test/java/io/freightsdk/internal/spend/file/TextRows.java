package io.freightsdk.internal.spend.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The simplest content of a journal: texts by their ids, a line for each that changes. */
final class TextRows implements Journal.Content {
  static final String FORMAT = "text-rows 1";

  private final Map<String, String> rows = new TreeMap<>();
  private final Journal journal;
  boolean failsToKeep;

  private TextRows(Path file, Disk disk) {
    journal = Journal.open(file, FORMAT, this, disk, Journal.WORTH_REWRITING);
  }

  static TextRows open(Path file, Disk disk) {
    return new TextRows(file, disk);
  }

  Map<String, String> read() {
    return journal.change(pen -> new TreeMap<>(rows));
  }

  void put(String id, String text) {
    change(id, before -> text);
  }

  void change(String id, UnaryOperator<@Nullable String> change) {
    boolean unused =
        journal.change(
            pen -> {
              String line = id + '=' + change.apply(rows.get(id));
              pen.append(line);
              if (failsToKeep) throw new IllegalStateException("no memory");
              add(List.of(line), false);
              return true;
            });
  }

  @Override
  public void add(List<String> lines, boolean all) {
    if (all) rows.clear();
    for (String line : lines) {
      int end = line.indexOf('=');
      rows.put(line.substring(0, end), line.substring(end + 1));
    }
  }

  @Override
  public List<String> all() {
    List<String> lines = new ArrayList<>();
    rows.forEach((id, text) -> lines.add(id + '=' + text));
    return lines;
  }
}
