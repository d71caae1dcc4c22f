package io.freightsdk.internal.spend;

import io.freightsdk.internal.spend.Book.Ring;
import io.freightsdk.internal.spend.Book.Slot;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scopes in memory: what they hold, have spent and track. Guarded by the store's lock. */
final class MemoryScopes implements Book.Scopes {
  private final MemoryLines lines;
  private final Map<String, Scope> scopes = new HashMap<>();

  /** Entry after which a scope was forgotten, as long as earlier ones are kept. */
  private final Map<String, Long> forgotten = new HashMap<>();

  private boolean forgot;

  MemoryScopes(MemoryLines lines) {
    this.lines = lines;
  }

  private static final class Scope {
    final Map<Operation, Sums> sums = new EnumMap<>(Operation.class);
    final Map<Window, Cells> windows = new HashMap<>(4);
  }

  private Scope scope(String path) {
    return scopes.computeIfAbsent(path, any -> new Scope());
  }

  private @Nullable Cells cells(Ring ring) {
    Scope known = scopes.get(ring.scope());
    return known == null ? null : known.windows.get(ring.window());
  }

  @Override
  public Sums sums(String scope, @Nullable Operation operation) {
    Scope known = scopes.get(scope);
    if (known == null) return Sums.NONE;
    if (operation != null) return known.sums.getOrDefault(operation, Sums.NONE);
    Sums all = Sums.NONE;
    for (Sums of : known.sums.values()) all = all.plus(of);
    return all;
  }

  /** A forgotten scope leaves nothing behind: names that are used once must not pile up. */
  @Override
  public boolean isComplete(String scope) {
    return scope.equals(SpendScope.CLIENT) || !forgot;
  }

  @Override
  public void add(Collection<String> paths, Operation operation, Sums more) {
    for (String path : paths) scope(path).sums.merge(operation, more, Sums::plus);
  }

  @Override
  public long forgottenUpTo(String scope) {
    return forgotten.getOrDefault(scope, 0L);
  }

  @Override
  public void forget(String scope, long lastEntry) {
    List<String> inside =
        scopes.keySet().stream().filter(path -> ScopePaths.isInside(path, scope)).toList();
    for (String path : inside) {
      scopes.remove(path);
      forgotten.put(path, lastEntry);
      forgot = true;
    }
    forgotten.values().removeIf(upTo -> upTo < lines.firstKept());
  }

  @Override
  public long sum(Ring ring) {
    Cells cells = cells(ring);
    return cells == null ? -1 : cells.sum(ring.oldestSlot());
  }

  @Override
  public List<Slot> slots(Ring ring) {
    Cells cells = cells(ring);
    return cells == null ? List.of() : cells.from(ring.oldestSlot());
  }

  @Override
  public void track(Ring ring) {
    scope(ring.scope()).windows.put(ring.window(), new Cells());
  }

  @Override
  public List<Ring> tracked(Collection<String> paths, long now) {
    List<Ring> rings = new ArrayList<>(4);
    for (String path : paths) {
      for (Window window : scope(path).windows.keySet()) rings.add(Ring.at(now, path, window));
    }
    return rings;
  }

  @Override
  public void add(Ring ring, long slot, long amount) {
    Cells cells = cells(ring);
    if (cells != null) cells.add(slot, amount);
  }

  /** The slots of a window, in as many cells as a window can overlap. */
  private static final class Cells {
    private final long[] slots = new long[Window.MAX_SLOTS];
    private final long[] amounts = new long[Window.MAX_SLOTS];

    /** What the cells from this slot on add up to; kept until the window moves on. */
    private long sumFrom = Long.MAX_VALUE;

    private long sum;

    void add(long slot, long amount) {
      int cell = (int) Math.floorMod(slot, (long) Window.MAX_SLOTS);
      long before = slots[cell] == slot ? amounts[cell] : 0;
      slots[cell] = slot;
      amounts[cell] = Math.max(0, before + amount);
      if (slot >= sumFrom) sum += amounts[cell] - before;
    }

    long sum(long oldestSlot) {
      if (sumFrom == oldestSlot) return sum;
      long added = 0;
      for (int i = 0; i < amounts.length; i++) if (slots[i] >= oldestSlot) added += amounts[i];
      sumFrom = oldestSlot;
      sum = added;
      return added;
    }

    List<Slot> from(long oldestSlot) {
      List<Slot> live = new ArrayList<>();
      for (int i = 0; i < amounts.length; i++) {
        if (slots[i] >= oldestSlot && amounts[i] > 0) live.add(new Slot(slots[i], amounts[i]));
      }
      live.sort(Comparator.comparingLong(Slot::slot));
      return live;
    }
  }
}
