package io.freightsdk.serialization;

import io.freightsdk.AsyncFreightClient;
import io.freightsdk.AsyncFreightResponseClient;
import io.freightsdk.FreightCatalog;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponseClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ApprovalOutcome;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.spend.LimitPreview;
import io.freightsdk.spend.LimitUsage;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The types that public methods return or that listeners get, and an example of each. */
final class ReturnedValues {
  /** Services. They are called, and are not values. */
  private static final Set<Class<?>> SERVICES =
      Set.of(
          FreightClient.class,
          AsyncFreightClient.class,
          FreightResponseClient.class,
          AsyncFreightResponseClient.class,
          FreightCatalog.class,
          SpendLedger.class,
          FreightJobs.class,
          LoadEvent.class,
          FreightTools.class,
          AgentTool.class);

  /** Listeners, whose parameters are values. */
  private static final Set<Class<?>> LISTENERS = Set.of(JobsListener.class, Approver.class);

  /** Parts and settings of a client. They are not values. */
  private static final Set<String> CLIENT_PARTS =
      Set.of("CallOptions", "SpendGuard", "LedgerGuard", "Builder");

  /** Values that methods of the parts return, or pass to a listener. */
  private static final Set<Class<?>> VALUES_OF_PARTS =
      Set.of(LimitUsage.class, LimitPreview.class, ApprovalOutcome.class);

  private final Set<Class<?>> types = new LinkedHashSet<>();

  private ReturnedValues() {}

  /** All types that a call can return to an application. */
  static Set<Class<?>> types() {
    ReturnedValues found = new ReturnedValues();
    for (Class<?> service : SERVICES) {
      for (Method method : service.getDeclaredMethods()) {
        if (Modifier.isPublic(method.getModifiers())) found.add(method.getGenericReturnType());
      }
    }
    for (Class<?> listener : LISTENERS) {
      for (Method method : listener.getDeclaredMethods()) {
        for (Type parameter : method.getGenericParameterTypes()) found.add(parameter);
      }
    }
    VALUES_OF_PARTS.forEach(found::add);
    return found.types;
  }

  private void add(Type type) {
    if (type instanceof ParameterizedType generic) {
      add(generic.getRawType());
      for (Type argument : generic.getActualTypeArguments()) add(argument);
    } else if (type instanceof WildcardType wildcard) {
      for (Type bound : wildcard.getUpperBounds()) add(bound);
    } else if (type instanceof Class<?> plain) {
      add(plain);
    }
  }

  private void add(Class<?> type) {
    boolean isOurs = type.getPackageName().startsWith("io.freightsdk");
    if (!isOurs || isServiceOrPart(type)) return;
    if (type.isSealed()) {
      for (Class<?> alternative : type.getPermittedSubclasses()) add(alternative);
    } else if (types.add(type) && type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) add(component.getGenericType());
    }
  }

  private static boolean isServiceOrPart(Class<?> type) {
    boolean isService = SERVICES.contains(type) && type != LoadEvent.class;
    return isService || CLIENT_PARTS.contains(type.getSimpleName());
  }

  /** An example of the type. Each text is the name of its component. */
  static Object example(Class<?> type) {
    return example(type, type.getSimpleName(), Map.of());
  }

  private static Object example(Type type, String name, Map<TypeVariable<?>, Type> bound) {
    if (type instanceof TypeVariable<?> variable) {
      Type known = bound.get(variable);
      return known == null ? "any value" : example(known, name, Map.of());
    }
    if (type instanceof ParameterizedType generic) {
      Class<?> raw = (Class<?>) generic.getRawType();
      Type[] arguments = generic.getActualTypeArguments();
      if (raw == List.class) return List.of(example(arguments[0], name, bound));
      if (raw == Map.class) {
        return new LinkedHashMap<>(Map.of("Of-" + name, example(arguments[1], name, bound)));
      }
      Map<TypeVariable<?>, Type> inside = new LinkedHashMap<>();
      for (int i = 0; i < arguments.length; i++)
        inside.put(raw.getTypeParameters()[i], arguments[i]);
      return record(raw, inside);
    }
    if (type instanceof WildcardType wildcard) {
      return example(wildcard.getUpperBounds()[0], name, bound);
    }
    return simple((Class<?>) type, name);
  }

  private static Object simple(Class<?> type, String name) {
    if (type == String.class || type == Object.class) return name;
    if (type == BigDecimal.class) return new BigDecimal("0.65");
    if (type == int.class || type == Integer.class) return 7;
    if (type == long.class || type == Long.class) return 7L;
    if (type == double.class || type == Double.class) return 0.5;
    if (type == boolean.class || type == Boolean.class) return true;
    if (type == Instant.class) return Instant.parse("2026-11-20T12:00:00Z");
    if (type == LocalDate.class) return LocalDate.parse("2026-11-20");
    if (type == Duration.class) return Duration.ofMinutes(30);
    if (type == ZoneId.class) return ZoneId.of("America/Chicago");
    if (type == SpendLimit.class) return SpendLimit.perDay("10.00");
    if (type.isEnum()) return type.getEnumConstants()[type.getEnumConstants().length - 1];
    if (type.isRecord()) return record(type, Map.of());
    if (type.isSealed()) return simple(type.getPermittedSubclasses()[0], name);
    return openEnum(type);
  }

  /** An example of an open enum, such as a status. The service may add values to it. */
  private static Object openEnum(Class<?> type) {
    try {
      return type.getMethod("of", String.class).invoke(null, "NEWER");
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(
          type + " is neither a record nor an enum: add it to SERVICES, or make it one", e);
    }
  }

  private static Object record(Class<?> type, Map<TypeVariable<?>, Type> bound) {
    List<Object> values = new ArrayList<>();
    List<Class<?>> parameters = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      parameters.add(component.getType());
      values.add(example(component.getGenericType(), component.getName(), bound));
    }
    try {
      Constructor<?> canonical = type.getDeclaredConstructor(parameters.toArray(Class<?>[]::new));
      return canonical.newInstance(values.toArray());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(type + " cannot be created with " + values, e);
    }
  }
}
