package io.freightsdk.simulation;

import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.Sum;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A storage with the fault of a mutant between it and the rules of money. */
public record MutantStorage(Storage real, Mutant mutant) implements Storage {
  @Override
  public <T> T change(Function<Rows, T> work) {
    return real.change(rows -> work.apply(seen(rows, mutant)));
  }

  @Override
  public <T> T look(Function<Rows, T> work) {
    return real.look(rows -> work.apply(seen(rows, mutant)));
  }

  @Override
  public boolean mayBlock() {
    return real.mayBlock();
  }

  @Override
  public void close() {
    real.close();
  }

  /** The rows as the rules see them under a mutant. */
  static Rows seen(Rows rows, Mutant mutant) {
    return switch (mutant) {
      case NEVER_ENDS_DEAD_HOLDS -> instead(rows, "expired", given -> List.of());
      case FORGETS_HALF_A_WINDOW ->
          instead(
              rows,
              "find",
              given -> {
                Rows.Found found = rows.find((String) given[0], ranges(given[1]));
                return new Rows.Found(found.entry(), found.reservations(), half(found.sums()));
              });
      default -> rows;
    };
  }

  @SuppressWarnings("unchecked") // As the method takes it.
  private static List<Sum.Range> ranges(Object given) {
    return (List<Sum.Range>) given;
  }

  private static Map<Sum, Long> half(Map<Sum, Long> sums) {
    Map<Sum, Long> half = new HashMap<>(sums);
    half.keySet()
        .removeIf(
            sum ->
                Sum.Kind.SLOTS.contains(sum.kind()) && sum.slot() / sum.kind().length() % 2 == 0);
    return half;
  }

  /** The same rows, but for one method. */
  private static Rows instead(Rows real, String name, Function<Object[], Object> answer) {
    return (Rows)
        Proxy.newProxyInstance(
            Rows.class.getClassLoader(),
            new Class<?>[] {Rows.class},
            (proxy, method, given) -> {
              if (method.getName().equals(name)) return answer.apply(given);
              try {
                return method.invoke(real, given);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
