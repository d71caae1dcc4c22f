package io.freightsdk.internal.spend;

import io.freightsdk.internal.text.Require;
import io.freightsdk.spend.LedgerMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is remembered in the rows of a ledger. */
public final class StoredMemory implements LedgerMemory {
  /** Names of integrations and roles are apart. */
  private static final String NAME = "name ";

  private static final String ROLE = "role ";
  private static final int MAX_NAME = 255;
  private static final int MAX_TEXT = 16_000;

  private final Storage storage;

  public StoredMemory(Storage storage) {
    this.storage = storage;
  }

  @Override
  public @Nullable String get(String name) {
    requireName(name, "name");
    return storage.look(rows -> new InRows(rows).get(name));
  }

  private static @Nullable String text(Rows rows, String row) {
    Memory known = rows.memory(row);
    return known == null || known.until() <= rows.now() ? null : known.text();
  }

  @Override
  public void put(String name, String text, Instant until) {
    // A mistake of the caller is told before anything waits.
    Memory memory = memory(name, text, until);
    storage.change(
        rows -> {
          rows.put(memory);
          return true;
        });
  }

  @Override
  public <T extends @Nullable Object> T change(Function<Texts, T> work) {
    Require.nonNull(work, "work");
    // One for each run.
    List<T> results = new ArrayList<>();
    storage.change(rows -> results.add(work.apply(new InRows(rows))));
    return results.get(results.size() - 1);
  }

  private record InRows(Rows rows) implements Texts {
    @Override
    public Instant now() {
      return Micros.instant(rows.now());
    }

    @Override
    public @Nullable String get(String name) {
      return text(rows, NAME + requireName(name, "name"));
    }

    @Override
    public void put(String name, String text, Instant until) {
      rows.put(memory(name, text, until));
    }

    @Override
    public void remove(String name) {
      rows.forget(NAME + requireName(name, "name"));
    }

    @Override
    public Map<String, String> startingWith(String prefix) {
      Map<String, String> found = new LinkedHashMap<>();
      for (Memory memory : rows.memories(NAME + Require.nonNull(prefix, "prefix"))) {
        if (memory.until() <= rows.now()) continue;
        found.put(memory.name().substring(NAME.length()), memory.text());
      }
      return found;
    }
  }

  @Override
  public boolean putIfAbsent(String name, String text, Instant until) {
    return replace(name, null, Require.nonNull(text, "text"), until);
  }

  @Override
  public boolean replace(
      String name, @Nullable String expected, @Nullable String text, Instant until) {
    String row = NAME + requireName(name, "name");
    Memory memory = text == null ? null : memory(name, text, until);
    // Made again after a lost commit, the change finds what it has put itself.
    boolean[] mayBeMade = new boolean[1];
    return storage.change(
        rows -> {
          String known = text(rows, row);
          boolean isMade = mayBeMade[0] && Objects.equals(known, text);
          if (!isMade && !Objects.equals(known, expected)) return false;
          mayBeMade[0] = true;
          if (memory == null) rows.forget(row);
          else rows.put(memory);
          return true;
        });
  }

  @Override
  public void remove(String name) {
    requireName(name, "name");
    storage.change(
        rows -> {
          new InRows(rows).remove(name);
          return true;
        });
  }

  @Override
  public Map<String, String> startingWith(String prefix) {
    Require.nonNull(prefix, "prefix");
    return storage.look(rows -> new InRows(rows).startingWith(prefix));
  }

  @Override
  public boolean lead(String role, String who, Duration atMost) {
    String row = ROLE + requireName(role, "role");
    requireName(who, "who");
    long length = Micros.of(Require.positive(atMost, "atMost"));
    return storage.change(
        rows -> {
          String leader = text(rows, row);
          if (leader != null && !leader.equals(who)) return false;
          rows.put(new Memory(row, who, rows.now() + length));
          return true;
        });
  }

  private static Memory memory(String name, String text, Instant until) {
    Require.nonNull(until, "until");
    if (Require.nonNull(text, "text").length() > MAX_TEXT) {
      throw new IllegalArgumentException(
          "text: expected at most 16,000 characters, got " + text.length());
    }
    return new Memory(NAME + requireName(name, "name"), text, Micros.of(until));
  }

  private static String requireName(String name, String what) {
    int length = Require.nonNull(name, what).length();
    if (length < 1 || length > MAX_NAME) {
      throw new IllegalArgumentException(what + ": expected 1 to 255 characters, got " + length);
    }
    return name;
  }
}
