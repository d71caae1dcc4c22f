package io.freightsdk.server.http;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The few members of an object or the few fields of a head, in their order. It takes a quarter of
 * the memory of a hashed map; every call makes several. Not for many names: each is compared.
 */
final class SmallMap<V extends @Nullable Object> extends AbstractMap<String, V> {
  private @Nullable Object[] namesAndValues;
  private int end;

  SmallMap(int capacity) {
    namesAndValues = new Object[2 * capacity];
  }

  @Override
  public @Nullable V put(String name, V value) {
    int at = find(name);
    if (at < 0) {
      at = end;
      end += 2;
      if (end > namesAndValues.length) namesAndValues = Arrays.copyOf(namesAndValues, 2 * end);
      namesAndValues[at] = name;
    }
    V before = value(at);
    namesAndValues[at + 1] = value;
    return before;
  }

  @Override
  public @Nullable V get(@Nullable Object name) {
    int at = find(name);
    return at < 0 ? null : value(at);
  }

  @Override
  public int size() {
    return end / 2;
  }

  private int find(@Nullable Object name) {
    for (int at = 0; at < end; at += 2) {
      if (namesAndValues[at].equals(name)) return at;
    }
    return -1;
  }

  @SuppressWarnings("unchecked") // Only values are put there.
  private V value(int at) {
    return (V) namesAndValues[at + 1];
  }

  @Override
  public Set<Map.Entry<String, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, V>> iterator() {
        return new Iterator<>() {
          private int at;

          @Override
          public boolean hasNext() {
            return at < end;
          }

          @Override
          public Map.Entry<String, V> next() {
            if (at >= end) throw new NoSuchElementException();
            at += 2;
            return new SimpleImmutableEntry<>((String) namesAndValues[at - 2], value(at - 2));
          }
        };
      }

      @Override
      public int size() {
        return end / 2;
      }
    };
  }
}
