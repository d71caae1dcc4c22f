package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.error.FreightException;
import io.freightsdk.model.ConfirmDeliveryInput;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.Loads;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An argument that is out of any range is refused by its name: on every method that an application
 * calls, before anything is sent.
 */
class NamedArgumentsTest {
  private static FreightClient client;
  private static final Map<Class<?>, Object> VALUES = new HashMap<>();

  /** Where nothing listens: a call that is sent fails with something else. */
  private static final String NOWHERE = "http://127.0.0.1:1";

  private static FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(NOWHERE)
        .agentKey("agentkey-0123456789abcdef")
        .retryPolicy(RetryPolicy.none());
  }

  @BeforeAll
  static void values() {
    VALUES.put(String.class, "LD-1");
    VALUES.put(CharSequence.class, "LD-1");
    VALUES.put(Duration.class, Duration.ofSeconds(1));
    VALUES.put(BigDecimal.class, BigDecimal.ONE);
    VALUES.put(Instant.class, Instant.EPOCH);
    VALUES.put(ZoneId.class, ZoneOffset.UTC);
    VALUES.put(int.class, 1);
    VALUES.put(long.class, 1L);
    VALUES.put(boolean.class, true);
    VALUES.put(Operation.class, Operation.CREATE_LOAD);
    VALUES.put(CallOptions.class, CallOptions.DEFAULT);
    VALUES.put(RetryPolicy.class, RetryPolicy.none());
    VALUES.put(TopUpPolicy.class, TopUpPolicy.failFast());
    VALUES.put(LoadStatus.class, LoadStatus.PLANNED);
    VALUES.put(
        TopUpByCardInput.class,
        TopUpByCardInput.builder().amountUsd(BigDecimal.ONE).cardToken("tok_1").build());
    VALUES.put(CreateLoadInput.class, Loads.twoStops());
    VALUES.put(
        ConfirmDeliveryInput.class,
        ConfirmDeliveryInput.builder().bolReceivedAt(Instant.EPOCH).build());
  }

  @BeforeEach
  void open() {
    client = builder().build();
  }

  @AfterEach
  void close() {
    client.close();
  }

  /** Objects whose methods an application calls. */
  private static List<Object> objects() {
    return List.of(
        client,
        client.async(),
        client.withResponse(),
        client.async().withResponse(),
        client.catalog(),
        client.prices(),
        builder(),
        CallOptions.builder(),
        RetryPolicy.builder());
  }

  private static final Set<Class<?>> WITH_FACTORIES =
      Set.of(IdempotencyKeys.class, TopUpPolicy.class, Charge.class, RetryPolicy.class);

  /**
   * @param object the number of the object among {@link #objects}; -1 for a factory
   */
  record Called(int object, Method method, int argument) {
    @Override
    public String toString() {
      return method.getDeclaringClass().getSimpleName()
          + "."
          + method.getName()
          + " of "
          + method.getParameters()[argument];
    }
  }

  private static Stream<Called> called() {
    List<Called> all = new ArrayList<>();
    client = builder().build();
    List<Object> objects = objects();
    client.close();
    for (int number = 0; number < objects.size(); number++) {
      for (Method method : publicMethods(objects.get(number).getClass())) {
        for (int i = 0; i < method.getParameterCount(); i++) all.add(new Called(number, method, i));
      }
    }
    for (Class<?> type : WITH_FACTORIES) {
      for (Method method : type.getDeclaredMethods()) {
        boolean factory =
            Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers());
        if (!factory) continue;
        for (int i = 0; i < method.getParameterCount(); i++) all.add(new Called(-1, method, i));
      }
    }
    return all.stream();
  }

  /** As the exported types declare them. */
  private static List<Method> publicMethods(Class<?> type) {
    List<Method> methods = new ArrayList<>();
    Set<String> seen = new TreeSet<>();
    for (Class<?> part : parts(type)) {
      for (Method method : part.getDeclaredMethods()) {
        int modifiers = method.getModifiers();
        boolean callable =
            Modifier.isPublic(modifiers)
                && !Modifier.isStatic(modifiers)
                && !method.isSynthetic()
                && !Set.of("equals", "close", "wait").contains(method.getName());
        if (callable && seen.add(method.toString())) methods.add(method);
      }
    }
    methods.sort(Comparator.comparing(Method::toString));
    return methods;
  }

  private static List<Class<?>> parts(Class<?> type) {
    List<Class<?>> parts = new ArrayList<>();
    if (isExported(type)) parts.add(type);
    for (Class<?> above : type.getInterfaces()) parts.addAll(parts(above));
    return parts;
  }

  private static boolean isExported(Class<?> type) {
    return type.getName().startsWith("io.freightsdk.")
        && !type.getName().contains(".internal.")
        && Modifier.isPublic(type.getModifiers());
  }

  /** Its name, or the name of the option that it is the value of. */
  private static void assertNamed(Throwable thrown, Called call) {
    String argument = call.method.getParameters()[call.argument].getName();
    assertThat(String.valueOf(thrown.getMessage()))
        .as("%s", call)
        .matches(said -> said.contains(argument) || said.contains(call.method.getName()), argument)
        .hasSizeLessThan(1_000);
  }

  static Stream<Called> measures() {
    return called()
        .filter(
            call ->
                Set.of(int.class, long.class, Duration.class, BigDecimal.class)
                    .contains(call.method.getParameterTypes()[call.argument]));
  }

  /** What no range allows is refused by its name, or allowed; nothing overflows. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("measures")
  void whatIsOutOfRangeIsRefusedByItsName(Called call) {
    Class<?> type = call.method.getParameterTypes()[call.argument];
    List<Object> extremes =
        type == int.class
            ? List.of(-1, Integer.MIN_VALUE, Integer.MAX_VALUE)
            : type == long.class
                ? List.of(-1L, Long.MIN_VALUE, Long.MAX_VALUE)
                : type == Duration.class
                    ? List.of(
                        Duration.ofSeconds(-1),
                        Duration.ofSeconds(Long.MIN_VALUE),
                        Duration.ofSeconds(Long.MAX_VALUE))
                    : List.of(
                        new BigDecimal("-1"),
                        new BigDecimal("1e12"),
                        new BigDecimal("1e400000"),
                        new BigDecimal("1e-400000"));
    for (Object extreme : extremes) {
      Throwable thrown = thrown(call, extreme);
      boolean laterWord = thrown == null || thrown instanceof FreightException;
      if (laterWord) continue;
      assertThat(thrown).as("%s", call).isInstanceOf(IllegalArgumentException.class);
      assertNamed(thrown, call);
    }
  }

  private static @Nullable Throwable thrown(Called call, @Nullable Object value) {
    Parameter[] parameters = call.method.getParameters();
    Object[] arguments = new Object[parameters.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i == call.argument ? value : value(parameters[i]);
    }
    try {
      call.method.setAccessible(true);
      Object told =
          call.method.invoke(call.object < 0 ? null : objects().get(call.object), arguments);
      if (told instanceof CompletableFuture<?> future) future.join();
      // What it allows it builds with.
      if (told instanceof FreightClientBuilder set) set.build().close();
      return null;
    } catch (InvocationTargetException e) {
      return e.getCause();
    } catch (CompletionException e) {
      return e.getCause();
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static @Nullable Object value(Parameter parameter) {
    Class<?> type = parameter.getType();
    if (type == String.class && parameter.getName().endsWith("Usd")) return "1.00";
    if (type == String.class && parameter.getName().equals("path")) return "/v1/other";
    Object known = VALUES.get(type);
    if (known != null) return known;
    if (type.isEnum()) return type.getEnumConstants()[0];
    if (type == Map.class) return Map.of();
    if (type == List.class) return List.of();
    if (!type.isInterface() || type.isSealed()) return null; // Refused for itself, then.
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> null);
  }
}
