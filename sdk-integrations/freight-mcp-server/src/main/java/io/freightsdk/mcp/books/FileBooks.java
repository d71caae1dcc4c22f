package io.freightsdk.mcp.books;

import io.freightsdk.Charge;
import io.freightsdk.mcp.Json;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was spent, in a file. Its clock is that of this machine, which all processes of the file
 * share.
 */
public record FileBooks(RowFile rows) implements BookStore {
  private static final String CELL = "cell ";
  private static final String LINE = "line ";
  private static final int NANO = 9;

  @Override
  public <T> T change(@Nullable Clock clock, Function<Book, T> change) {
    long now = micros((clock == null ? Clock.systemUTC() : clock).instant());
    return rows.change(
        stored -> {
          RowBook book = new RowBook(stored, now);
          T result = change.apply(book);
          book.save();
          return result;
        });
  }

  @Override
  public boolean mayBlock() {
    return true;
  }

  private static long micros(Instant at) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, at);
  }

  /** A book within one change. */
  private static final class RowBook implements Book {
    private final RowFile.Rows rows;
    private final long now;

    /** What was read, as the rules have changed it since; null where there is no row. */
    private final Map<String, @Nullable Cell> cells = new HashMap<>();

    private final Map<String, Cell> written = new LinkedHashMap<>();

    RowBook(RowFile.Rows rows, long now) {
      this.rows = rows;
      this.now = now;
    }

    /** Rows are written at the end, because the rules may change a row after they wrote it. */
    void save() {
      written.forEach((id, cell) -> rows.write(CELL + id, cell.ends() + " " + cell.text()));
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public @Nullable Cell read(String id) {
      if (cells.containsKey(id)) return cells.get(id);
      String stored = rows.read(CELL + id);
      Cell cell = stored == null ? null : Cell.parse(id, stored.substring(stored.indexOf(' ') + 1));
      cells.put(id, cell);
      return cell;
    }

    @Override
    public void write(Cell cell) {
      cells.put(cell.id(), cell);
      written.put(cell.id(), cell);
    }

    @Override
    public void delete(String id) {
      cells.put(id, null);
      written.remove(id);
      rows.delete(CELL + id);
    }

    @Override
    public List<Cell> ended(long time) {
      List<Cell> ended = new ArrayList<>();
      rows.list(CELL)
          .forEach(
              (id, stored) -> {
                String name = id.substring(CELL.length());
                boolean known = cells.containsKey(name);
                long end = Long.parseLong(stored, 0, stored.indexOf(' '), 10);
                if (known || end > time) return;
                Cell cell = read(name);
                if (cell != null && cell.ends() <= time) ended.add(cell);
              });
      for (Cell cell : cells.values()) {
        if (cell != null && cell.ends() <= time && !ended.contains(cell)) ended.add(cell);
      }
      return ended;
    }

    @Override
    public List<Cell> list(String prefix, String after, int atMost) {
      save();
      List<Cell> found = new ArrayList<>();
      for (String id : rows.list(CELL + prefix).keySet()) {
        String name = id.substring(CELL.length());
        Cell cell = name.compareTo(after) > 0 ? read(name) : null;
        if (cell != null) found.add(cell);
        if (found.size() == atMost) break;
      }
      return found;
    }

    @Override
    public void append(Line line) {
      rows.write(id(line), text(line));
    }

    @Override
    public void replace(Line line) {
      rows.write(id(line), text(line));
    }

    @Override
    public List<Line> lines(Query query, int atMost) {
      List<Line> found = new ArrayList<>();
      for (String text : rows.list(LINE).tailMap(id(query.after()), false).values()) {
        if (found.size() == atMost) break;
        // Most lines are of other calls and need not be read.
        if (query.token() != null && !text.contains(query.token())) continue;
        Line line = line(text);
        boolean matches =
            query.filter().matches(line.entry())
                && (!query.open() || line.isOpen())
                && (query.token() == null || query.token().equals(line.token()));
        if (matches) found.add(line);
      }
      return found;
    }

    @Override
    public int drop(long before) {
      int dropped = 0;
      for (Map.Entry<String, String> row : rows.list(LINE).entrySet()) {
        Line line = line(row.getValue());
        if (line.isOpen() || micros(line.entry().at()) >= before) continue;
        rows.delete(row.getKey());
        dropped++;
      }
      return dropped;
    }
  }

  private static String id(Line line) {
    return id(line.entry().id());
  }

  /** In the order of numbers. */
  private static String id(long number) {
    return LINE + "%019d".formatted(number);
  }

  private static String text(Line line) {
    SpendEntry entry = line.entry();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("id", entry.id());
    members.put("at", entry.at().toString());
    members.put("operation", entry.operation().name());
    members.put("load", entry.loadNumber());
    members.put("key", entry.idempotencyKey());
    members.put("request", entry.requestId());
    members.put("token", line.token());
    members.put("attempt", entry.attempt());
    members.put("outcome", entry.outcome().name());
    members.put("mostUsd", usd(line.mostNano()));
    members.put("leastUsd", usd(line.leastNano()));
    members.put("scope", entry.scope());
    members.put("since", line.since());
    members.values().removeIf(value -> value == null);
    return Json.write(members);
  }

  private static Line line(String text) {
    try {
      Map<?, ?> row = Objects.requireNonNull((Map<?, ?>) Json.read(text));
      BigDecimal most = new BigDecimal(needed(row, "mostUsd"));
      BigDecimal least = new BigDecimal(needed(row, "leastUsd"));
      SpendEntry entry =
          new SpendEntry(
              number(row, "id"),
              Instant.parse(needed(row, "at")),
              Operation.valueOf(needed(row, "operation")),
              (String) row.get("load"),
              (String) row.get("key"),
              (String) row.get("request"),
              (int) number(row, "attempt"),
              Charge.Kind.valueOf(needed(row, "outcome")),
              most,
              needed(row, "scope"),
              least);
      return new Line(entry, needed(row, "token"), number(row, "since"), nano(least), nano(most));
    } catch (Json.Malformed e) {
      throw new IllegalStateException("a line of the ledger is no JSON", e);
    }
  }

  private static long number(Map<?, ?> row, String name) {
    return ((BigDecimal) Objects.requireNonNull(row.get(name))).longValueExact();
  }

  private static String needed(Map<?, ?> row, String name) {
    return (String) Objects.requireNonNull(row.get(name));
  }

  /** At least whole cents. */
  private static String usd(long nano) {
    BigDecimal exact = BigDecimal.valueOf(nano, NANO).stripTrailingZeros();
    return (exact.scale() < 2 ? exact.setScale(2) : exact).toPlainString();
  }

  private static long nano(BigDecimal usd) {
    return usd.movePointRight(NANO).longValueExact();
  }
}
