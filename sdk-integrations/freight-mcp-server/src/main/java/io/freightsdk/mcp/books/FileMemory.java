package io.freightsdk.mcp.books;

import io.freightsdk.agent.ToolMemory;
import io.freightsdk.internal.spend.file.Journal;
import io.freightsdk.mcp.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the tools remember, in a file beside the ledger, so that a restart and other hosts know it.
 * Each change is a line of JSON: the rows that it has written, and null for those that it has
 * deleted.
 */
public final class FileMemory implements ToolMemory {
  private static final String FORMAT = "freight-orders 1";

  /** Changed by whoever holds the journal. */
  private final NavigableMap<String, String> rows = new TreeMap<>();

  private final Journal journal;

  private FileMemory(Path file) {
    this.journal = Journal.open(file, FORMAT, new Content());
  }

  /**
   * Opens the file, and creates it if there is none.
   *
   * @throws io.freightsdk.spend.SpendLedgerException if it cannot be opened, or others can change
   *     it
   */
  public static FileMemory open(Path file) {
    return new FileMemory(file);
  }

  @Override
  public <T extends @Nullable Object> T change(Function<Rows, T> change) {
    return journal.change(
        pen -> {
          Changed changed = new Changed(rows, new TreeMap<>());
          T result = change.apply(changed);
          if (!changed.written.isEmpty()) {
            pen.append(Json.write(changed.written));
            keep(changed.written);
          }
          return result;
        });
  }

  private void keep(Map<?, ?> written) {
    written.forEach(
        (id, text) -> {
          if (text == null) rows.remove((String) id);
          else rows.put((String) id, (String) text);
        });
  }

  /** What the lines of the file amount to. */
  private final class Content implements Journal.Content {
    @Override
    public void add(List<String> lines, boolean all) {
      if (all) rows.clear();
      for (String line : lines) {
        try {
          keep(Objects.requireNonNull((Map<?, ?>) Json.read(line)));
        } catch (Json.Malformed e) {
          throw new IllegalStateException("a line that is no JSON has a right checksum", e);
        }
      }
    }

    @Override
    public List<String> all() {
      List<String> lines = new ArrayList<>();
      rows.forEach((id, text) -> lines.add(Json.write(Map.of(id, text))));
      return lines;
    }
  }

  /** The rows within one change, which sees what it has written itself. */
  private record Changed(
      NavigableMap<String, String> stored, NavigableMap<String, @Nullable String> written)
      implements Rows {
    @Override
    public @Nullable String read(String id) {
      return written.containsKey(id) ? written.get(id) : stored.get(id);
    }

    @Override
    public void write(String id, String text) {
      written.put(id, text);
    }

    @Override
    public void delete(String id) {
      written.put(id, null);
    }

    @Override
    public NavigableMap<String, String> list(String prefix) {
      String end = prefix + Character.MAX_VALUE;
      NavigableMap<String, String> found = new TreeMap<>(stored.subMap(prefix, true, end, false));
      written
          .subMap(prefix, true, end, false)
          .forEach(
              (id, text) -> {
                if (text == null) found.remove(id);
                else found.put(id, text);
              });
      return found;
    }
  }
}
