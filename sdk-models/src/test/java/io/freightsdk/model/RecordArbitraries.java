package io.freightsdk.model;

import io.freightsdk.json.FreightJson;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.jspecify.annotations.Nullable;

/**
 * Arbitrary values of any record of this package, found by reflection over its components. Tests of
 * other modules compile it with theirs.
 */
public final class RecordArbitraries {
  /** Members that the description allows one value only. */
  private static final Map<String, Object> CONSTANTS =
      Map.of(
          "success",
          true,
          "deduplicated",
          true,
          "currency",
          "USD",
          "newStatus",
          LoadStatus.DELIVERED,
          "DedupCreateLoadResult.ok",
          true);

  /** The components of a stop that say where it is: latitude and then longitude. */
  private static final int LAT = 6;

  private RecordArbitraries() {}

  public static Arbitrary<Record> any() {
    List<Class<?>> records = FreightJson.types().stream().filter(Class::isRecord).toList();
    return Arbitraries.of(records).flatMap(RecordArbitraries::of);
  }

  static Arbitrary<Record> of(Class<?> type) {
    List<Arbitrary<Object>> components = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      components.add(component(component));
    }
    return Combinators.combine(components)
        .as(
            values ->
                construct(
                    type, type == StopInput.class ? withBothCoordinatesOrNone(values) : values));
  }

  /** Latitude and longitude go together. */
  private static List<Object> withBothCoordinatesOrNone(List<Object> stop) {
    List<Object> placed = new ArrayList<>(stop);
    boolean half = (stop.get(LAT) == null) != (stop.get(LAT + 1) == null);
    if (half) placed.subList(LAT, LAT + 2).replaceAll(degrees -> null);
    return placed;
  }

  private static Record construct(Class<?> type, List<Object> values) {
    try {
      return (Record) type.getDeclaredConstructors()[0].newInstance(values.toArray());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(type + " cannot be made of " + values, e);
    }
  }

  private static Arbitrary<Object> component(RecordComponent component) {
    String name = component.getName();
    String owner = component.getDeclaringRecord().getSimpleName();
    if (name.endsWith("Link")) return link().asGeneric();
    Object constant = CONSTANTS.getOrDefault(owner + "." + name, CONSTANTS.get(name));
    Arbitrary<Object> value =
        constant == null
            ? valueInRange(owner + "." + name, component.getGenericType())
            : Arbitraries.just(constant);
    AnnotatedElement type = component.getAnnotatedType();
    return type.isAnnotationPresent(Nullable.class) ? value.injectNull(0.3) : value;
  }

  /** A value of a member for which the description states a form or a range; else any. */
  private static Arbitrary<Object> valueInRange(String member, Type type) {
    return switch (member) {
      case "CreateLoadInput.driverPhone" ->
          Arbitraries.integers()
              .between(0, 9999)
              .map(number -> String.format(Locale.ROOT, "+1312555%04d", number))
              .asGeneric();
      case "CreateLoadInput.rate" ->
          Arbitraries.bigDecimals().between(BigDecimal.ZERO, new BigDecimal("1E9")).asGeneric();
      case "CreateLoadInput.miles", "CreateLoadInput.weight" ->
          Arbitraries.doubles().between(0, 1e9).asGeneric();
      case "StopInput.state" -> Arbitraries.of("OH", "TN", "DC", "PR").asGeneric();
      case "StopInput.zip" -> Arbitraries.of("45202", "37876-0001").asGeneric();
      case "StopInput.lat" -> Arbitraries.doubles().between(-90, 90).asGeneric();
      case "StopInput.lng" -> Arbitraries.doubles().between(-180, 180).asGeneric();
      case "GpsPoint.heading" -> Arbitraries.doubles().between(0, true, 360, false).asGeneric();
      default -> value(type);
    };
  }

  private static Arbitrary<Object> value(Type type) {
    if (type == String.class) return text().asGeneric();
    if (type == BigDecimal.class) return money().asGeneric();
    if (type == double.class || type == Double.class) return Arbitraries.doubles().asGeneric();
    if (type == int.class || type == Integer.class) return Arbitraries.integers().asGeneric();
    if (type == boolean.class || type == Boolean.class) {
      return Arbitraries.of(true, false).asGeneric();
    }
    if (type == Instant.class) return instant().asGeneric();
    if (type == LoadStatus.class) return text().map(LoadStatus::of).asGeneric();
    if (type == StopType.class) return text().map(StopType::of).asGeneric();
    if (type == DriverResolution.class) return text().map(DriverResolution::of).asGeneric();
    if (type instanceof ParameterizedType generic) return container(generic);
    return of((Class<?>) type).asGeneric();
  }

  private static Arbitrary<Object> container(ParameterizedType type) {
    Type last = type.getActualTypeArguments()[type.getActualTypeArguments().length - 1];
    if (type.getRawType() == List.class) {
      return value(last).list().ofMinSize(1).ofMaxSize(3).asGeneric();
    }
    Arbitrary<Object> values = last == Object.class ? open(2) : value(last);
    // Names with a prefix, because an open field cannot have the name of a member.
    Arbitrary<String> names = text().map(name -> "x" + name);
    return Arbitraries.maps(names, values).ofMaxSize(3).asGeneric();
  }

  private static Arbitrary<Object> open(int depth) {
    Arbitrary<Object> leaf =
        Arbitraries.oneOf(
                text().asGeneric(),
                Arbitraries.of(true, false).asGeneric(),
                Arbitraries.bigIntegers()
                    .between(BigInteger.TEN.pow(40).negate(), BigInteger.TEN.pow(40))
                    .asGeneric(),
                decimal().asGeneric())
            .injectNull(0.1);
    if (depth == 0) return leaf;
    return Arbitraries.oneOf(
        leaf,
        open(depth - 1).list().ofMaxSize(3).asGeneric(),
        Arbitraries.maps(text(), open(depth - 1)).ofMaxSize(3).asGeneric());
  }

  private static Arbitrary<String> text() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(12).withCharRange(' ', '\uD7FF'),
        Arbitraries.strings().ofMaxLength(8).ascii(),
        Arbitraries.of("", "\u0000\t\n\"\\/", "\u2028", "🚚 née", "NaN", "null"));
  }

  private static Arbitrary<String> link() {
    return Arbitraries.strings()
        .ofLength(24)
        .numeric()
        .map("https://freight.test/track/trk_"::concat);
  }

  private static Arbitrary<BigDecimal> money() {
    return Arbitraries.bigDecimals()
        .between(new BigDecimal("-1000000000000"), new BigDecimal("1000000000000"))
        .ofScale(2);
  }

  private static Arbitrary<BigDecimal> decimal() {
    // At least one digit after the point: a whole number is read as BigInteger.
    return Arbitraries.bigIntegers()
        .between(BigInteger.TEN.pow(40).negate(), BigInteger.TEN.pow(40))
        .map(digits -> new BigDecimal(digits, 20));
  }

  private static Arbitrary<Instant> instant() {
    Instant first = Instant.parse("0001-01-01T00:00:00Z");
    Instant last = Instant.parse("9999-12-31T23:59:59Z");
    return Combinators.combine(
            Arbitraries.longs().between(first.getEpochSecond(), last.getEpochSecond()),
            Arbitraries.of(0, 1, 120_000_000, 999_999_999, 250_000))
        .as(Instant::ofEpochSecond);
  }
}
