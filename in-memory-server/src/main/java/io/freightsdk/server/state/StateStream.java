package io.freightsdk.server.state;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes values to a file, or reads them from it. One description of a value serves both ways: it
 * names the members in their order, and builds the value from what comes back, which is what was
 * written or what was read.
 *
 * <pre>{@code
 * static Fence fence(StateStream state, @Nullable Fence fence) {
 *   return new Fence(coordinates(state, fence), state.real(fence, Fence::radiusMeters));
 * }
 * }</pre>
 */
public final class StateStream {
  /** A file that claims longer texts or lists is not one of ours. */
  private static final int MAX_LENGTH = 1 << 26;

  private final @Nullable DataOutputStream out;
  private final @Nullable DataInputStream in;

  private StateStream(@Nullable DataOutputStream out, @Nullable DataInputStream in) {
    this.out = out;
    this.in = in;
  }

  public static StateStream to(DataOutputStream out) {
    return new StateStream(out, null);
  }

  public static StateStream from(DataInputStream in) {
    return new StateStream(null, in);
  }

  /** A whole number of {@code of}, which is null while reading. */
  public <T> long number(@Nullable T of, ToLongFunction<T> member) {
    return step(
        of, (sink, value) -> sink.writeLong(member.applyAsLong(value)), DataInputStream::readLong);
  }

  public <T> int integer(@Nullable T of, ToLongFunction<T> member) {
    return Math.toIntExact(number(of, member));
  }

  public <T> double real(@Nullable T of, ToDoubleFunction<T> member) {
    return step(
        of,
        (sink, value) -> sink.writeDouble(member.applyAsDouble(value)),
        DataInputStream::readDouble);
  }

  public <T> boolean flag(@Nullable T of, Function<T, Boolean> member) {
    return step(
        of, (sink, value) -> sink.writeBoolean(member.apply(value)), DataInputStream::readBoolean);
  }

  public <T> String text(@Nullable T of, Function<T, String> member) {
    return step(of, (sink, value) -> writeText(sink, member.apply(value)), StateStream::readText);
  }

  public <T> Instant time(@Nullable T of, Function<T, Instant> member) {
    return step(
        of,
        (sink, value) -> {
          Instant time = member.apply(value);
          sink.writeLong(time.getEpochSecond());
          sink.writeInt(time.getNano());
        },
        source -> Instant.ofEpochSecond(source.readLong(), source.readInt()));
  }

  public <T> BigDecimal amount(@Nullable T of, Function<T, BigDecimal> member) {
    return new BigDecimal(text(of, value -> member.apply(value).toPlainString()));
  }

  public <T, E extends Enum<E>> E constant(@Nullable T of, Class<E> type, Function<T, E> member) {
    return Enum.valueOf(type, text(of, value -> member.apply(value).name()));
  }

  /** A member that may be missing, described by {@code kind}. */
  public <T, V> @Nullable V maybe(
      @Nullable T of, Function<T, @Nullable V> member, Function<@Nullable V, V> kind) {
    V value = of == null ? null : member.apply(of);
    boolean isThere = flag(of, ignored -> value != null);
    return isThere ? kind.apply(value) : null;
  }

  public <T> @Nullable String maybeText(@Nullable T of, Function<T, @Nullable String> member) {
    return maybe(of, member, value -> text(value, UnaryOperator.identity()));
  }

  public <T> @Nullable Instant maybeTime(@Nullable T of, Function<T, @Nullable Instant> member) {
    return maybe(of, member, value -> time(value, UnaryOperator.identity()));
  }

  public <T> @Nullable Double maybeReal(@Nullable T of, Function<T, @Nullable Double> member) {
    return maybe(of, member, value -> real(value, Double::doubleValue));
  }

  /** Values one after another, each described by {@code kind}. */
  public <T, V> List<V> list(
      @Nullable T of, Function<T, ? extends Collection<V>> member, Function<@Nullable V, V> kind) {
    Collection<V> values = of == null ? List.of() : member.apply(of);
    int size = integer(of, ignored -> values.size());
    expectSane(size);
    List<V> list = new ArrayList<>();
    Iterator<V> next = values.iterator();
    for (int i = 0; i < size; i++) list.add(kind.apply(of == null ? null : next.next()));
    return list;
  }

  public <T> List<String> texts(@Nullable T of, Function<T, ? extends Collection<String>> member) {
    return list(of, member, value -> text(value, UnaryOperator.identity()));
  }

  /** A map by text, in its order; sort it first where its order is not part of the state. */
  public <T, V> Map<String, V> map(
      @Nullable T of, Function<T, Map<String, V>> member, Function<@Nullable V, V> kind) {
    Map<String, V> map = new LinkedHashMap<>();
    list(
        of,
        value -> List.copyOf(member.apply(value).entrySet()),
        entry -> {
          String key = text(entry, Map.Entry::getKey);
          V value = kind.apply(entry == null ? null : entry.getValue());
          map.put(key, value);
          return Map.entry(key, value);
        });
    return map;
  }

  /** A mark that shows a file of another kind or version. */
  public void expect(String mark) {
    String found = text(out == null ? null : mark, UnaryOperator.identity());
    if (!found.equals(mark)) {
      throw new IllegalArgumentException("no " + mark);
    }
  }

  private interface Sink<T> {
    void write(DataOutputStream out, T value) throws IOException;
  }

  private interface Source<V> {
    V read(DataInputStream in) throws IOException;
  }

  /**
   * Writes a member and takes it back as it was written, so that writing and reading build the same
   * value. While reading, {@code of} is null.
   */
  private <T, V> V step(@Nullable T of, Sink<T> sink, Source<V> source) {
    try {
      if (in != null) return source.read(in);
      java.io.ByteArrayOutputStream echo = new java.io.ByteArrayOutputStream();
      sink.write(new DataOutputStream(echo), Objects.requireNonNull(of));
      byte[] bytes = echo.toByteArray();
      Objects.requireNonNull(out).write(bytes);
      return source.read(new DataInputStream(new java.io.ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException("the state file ends early or cannot be written", e);
    }
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInputStream in) throws IOException {
    int length = in.readInt();
    expectSane(length);
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private static void expectSane(int length) {
    if (length < 0 || length > MAX_LENGTH) {
      throw new IllegalArgumentException("a length of " + length);
    }
  }
}
