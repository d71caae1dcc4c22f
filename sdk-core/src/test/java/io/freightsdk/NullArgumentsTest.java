package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.error.FailedCall;
import io.freightsdk.json.FreightJson;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The public constructors of values and exceptions, which tests of applications call: a null that
 * is not allowed is reported with the name of its argument.
 */
class NullArgumentsTest {
  private static final List<String> PACKAGES =
      List.of("io.freightsdk", "io.freightsdk.error", "io.freightsdk.positions");

  /** Each constructor with each argument that must not be null. */
  static Stream<Arguments> requiredArguments() throws Exception {
    return constructors()
        .flatMap(
            constructor ->
                Arrays.stream(constructor.getParameters())
                    .filter(parameter -> !parameter.getType().isPrimitive())
                    .filter(parameter -> !isNullable(parameter))
                    .map(parameter -> Arguments.of(constructor, parameter)));
  }

  private static boolean isNullable(Parameter parameter) {
    return parameter.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static Stream<Constructor<?>> constructors() throws Exception {
    return Stream.concat(classes(), FreightJson.types().stream())
        .filter(type -> type.isRecord() || Throwable.class.isAssignableFrom(type))
        .filter(type -> !Modifier.isAbstract(type.getModifiers()))
        .flatMap(type -> Arrays.stream(type.getConstructors()));
  }

  private static Stream<Class<?>> classes() throws Exception {
    Path root =
        Path.of(FreightClient.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(".class") && !name.equals("module-info.class"))
          .map(name -> name.replaceAll("[/\\\\]", ".").replaceAll("\\.class$", ""))
          .filter(name -> PACKAGES.contains(name.substring(0, name.lastIndexOf('.'))))
          .<Class<?>>map(NullArgumentsTest::load)
          .toList()
          .stream();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, NullArgumentsTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name, e);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("requiredArguments")
  void nullIsReportedWithItsArgument(Constructor<?> constructor, Parameter argument) {
    Object[] values = examples(constructor);
    values[Arrays.asList(constructor.getParameters()).indexOf(argument)] = null;

    assertNamed(constructor, values, argument.getName());
  }

  /** The members of a list or map, and its keys. */
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("requiredArguments")
  void nullInACollectionIsReportedWithItsArgument(Constructor<?> constructor, Parameter argument) {
    List<Object> containers =
        argument.getType() == List.class
            ? List.of(Collections.singletonList(null))
            : argument.getType() == Map.class ? mapsWithNull(argument.getName()) : List.of();
    for (Object container : containers) {
      Object[] values = examples(constructor);
      values[Arrays.asList(constructor.getParameters()).indexOf(argument)] = container;

      assertNamed(constructor, values, argument.getName());
    }
  }

  private static List<Object> mapsWithNull(String name) {
    Map<@Nullable String, Object> withoutName = new HashMap<>();
    withoutName.put(null, List.of("value"));
    if (!name.equals("headers")) return List.of(withoutName);
    Map<String, @Nullable Object> withoutList = new HashMap<>();
    withoutList.put("name", null);
    return List.of(
        withoutName, withoutList, Map.of("name", Collections.singletonList((String) null)));
  }

  private static void assertNamed(Constructor<?> constructor, Object[] values, String name) {
    assertThat(catchThrowable(() -> create(constructor, values)))
        .as("%s without %s", constructor.getDeclaringClass().getSimpleName(), name)
        .isInstanceOf(NullPointerException.class)
        .hasMessageMatching("\\Q" + name + "\\E( .*)?");
  }

  @Test
  void constructorsAreFound() throws Exception {
    assertThat(constructors().<Object>map(Constructor::getDeclaringClass))
        .contains(FreightResponse.class, CreateLoadOutcome.class, FailedCall.class)
        .contains(SpendGuard.LimitExceeded.class, CallEvent.CallEnded.class);
    for (Constructor<?> each : constructors().toList()) {
      assertThat(create(each, examples(each))).as("%s", each).isNotNull();
    }
  }

  private static Object create(Constructor<?> constructor, Object[] values) throws Exception {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw (Exception) e.getCause();
    }
  }

  /** Arguments with which a constructor succeeds; null where that is allowed. */
  private static Object[] examples(Constructor<?> constructor) {
    return Arrays.stream(constructor.getParameters())
        .map(parameter -> isNullable(parameter) ? null : example(parameter.getType()))
        .toArray();
  }

  private static Object example(Class<?> type) {
    if (type == String.class || type == Object.class) return "text";
    if (type == int.class) return 7;
    if (type == double.class) return 0.5;
    if (type == boolean.class) return true;
    if (type == BigDecimal.class) return BigDecimal.ONE;
    if (type == Instant.class) return Instant.EPOCH;
    if (type == Duration.class) return Duration.ZERO;
    if (type == Throwable.class) return new IOException("reset");
    if (type == Map.class) return Map.of();
    if (type == List.class) return List.of();
    if (type.isEnum()) return type.getEnumConstants()[0];
    try {
      if (!type.isRecord()) return type.getMethod("of", String.class).invoke(null, "NEWER");
      Class<?>[] members =
          Arrays.stream(type.getRecordComponents())
              .map(RecordComponent::getType)
              .toArray(Class<?>[]::new);
      Constructor<?> canonical = type.getConstructor(members);
      return canonical.newInstance(examples(canonical));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("no example of " + type, e);
    }
  }
}
