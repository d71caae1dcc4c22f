package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolMemory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rows of this process; the least recently used are evicted. */
public final class MemoryRows implements ToolMemory {
  private final int capacity;

  /** Guarded by this; in the order of the latest use, the least recent first. */
  private final Map<String, String> rows = new LinkedHashMap<>(16, 0.75f, true);

  public MemoryRows(int capacity) {
    this.capacity = capacity;
  }

  @Override
  public synchronized <T extends @Nullable Object> T change(Function<Rows, T> change) {
    Changed changed = new Changed();
    T result = change.apply(changed);
    changed.rows.forEach(
        (id, text) -> {
          if (text == null) rows.remove(id);
          else rows.put(id, text);
        });
    while (rows.size() > capacity) rows.remove(rows.keySet().iterator().next());
    return result;
  }

  /** What a change has written so far, over what was there. */
  private final class Changed implements Rows {
    private final Map<String, @Nullable String> rows = new TreeMap<>();

    @Override
    public @Nullable String read(String id) {
      return rows.containsKey(id) ? rows.get(id) : MemoryRows.this.rows.get(id);
    }

    @Override
    public void write(String id, String text) {
      rows.put(id, text);
    }

    @Override
    public void delete(String id) {
      rows.put(id, null);
    }

    @Override
    public SortedMap<String, String> list(String prefix) {
      SortedMap<String, String> found = new TreeMap<>();
      MemoryRows.this.rows.forEach(
          (id, text) -> {
            if (id.startsWith(prefix)) found.put(id, text);
          });
      rows.forEach(
          (id, text) -> {
            if (!id.startsWith(prefix)) return;
            if (text == null) found.remove(id);
            else found.put(id, text);
          });
      return found;
    }
  }
}
