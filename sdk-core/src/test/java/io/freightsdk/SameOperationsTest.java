package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The blocking, asynchronous and response clients have the operations of the API description. */
class SameOperationsTest {
  @Test
  void asyncClientHasEachOperation() {
    assertSameOperations(FreightClient.class, AsyncFreightClient.class, SameOperationsTest::future);
  }

  @Test
  void responseClientHasEachOperation() {
    assertSameOperations(
        FreightClient.class, FreightResponseClient.class, SameOperationsTest::response);
  }

  @Test
  void asyncResponseClientHasEachOperation() {
    assertSameOperations(
        FreightResponseClient.class, AsyncFreightResponseClient.class, SameOperationsTest::future);
  }

  @Test
  void clientHasEachOperationOfTheDescription() {
    Set<String> methods =
        Stream.of(FreightClient.class, FreightCatalog.class)
            .flatMap(type -> operations(type).stream())
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(methods)
        .containsExactlyElementsOf(
            new TreeSet<>(Stream.of(Operation.values()).map(Operation::id).toList()));
  }

  /** An operation without options uses the client's. */
  @Test
  void eachOperationExistsWithAndWithoutOptions() {
    for (Class<?> type :
        List.of(
            FreightClient.class,
            FreightCatalog.class,
            FreightResponseClient.class,
            AsyncFreightClient.class,
            AsyncFreightResponseClient.class)) {
      Set<String> without = new TreeSet<>();
      Set<String> with = new TreeSet<>();
      for (Method method : operations(type)) {
        List<Type> parameters = new ArrayList<>(List.of(method.getGenericParameterTypes()));
        (parameters.remove(CallOptions.class) ? with : without)
            .add(signature(method, parameters, UnaryOperator.identity()));
      }
      assertThat(without).as(type.getSimpleName() + " without options").isEqualTo(with);
    }
  }

  private static void assertSameOperations(
      Class<?> client, Class<?> other, UnaryOperator<String> wrapped) {
    Set<String> expected = new TreeSet<>();
    for (Method method : operations(client)) {
      boolean hasNoResponse =
          wrapped.apply("void").isEmpty() && method.getReturnType() == void.class;
      if (!hasNoResponse)
        expected.add(signature(method, List.of(method.getGenericParameterTypes()), wrapped));
    }
    Set<String> present = new TreeSet<>();
    for (Method method : operations(other)) {
      present.add(
          signature(method, List.of(method.getGenericParameterTypes()), UnaryOperator.identity()));
    }
    assertThat(present).as(other.getSimpleName()).isEqualTo(expected);
  }

  /** Methods with a parameter for options, and their overloads. */
  private static List<Method> operations(Class<?> type) {
    Set<String> names =
        Stream.of(type.getDeclaredMethods())
            .filter(method -> Arrays.asList(method.getParameterTypes()).contains(CallOptions.class))
            .map(Method::getName)
            .collect(Collectors.toSet());
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> names.contains(method.getName()))
        .filter(method -> !method.isSynthetic() && !Modifier.isStatic(method.getModifiers()))
        .toList();
  }

  private static String future(String result) {
    return "CompletableFuture<" + (result.equals("void") ? "Void" : result) + ">";
  }

  /** Nothing for an operation that never succeeds. */
  private static String response(String result) {
    return result.equals("void") ? "" : "FreightResponse<" + result + ">";
  }

  private static String signature(
      Method method, List<Type> parameters, UnaryOperator<String> wrapped) {
    return wrapped.apply(simple(method.getGenericReturnType()))
        + " "
        + method.getName()
        + parameters.stream()
            .map(SameOperationsTest::simple)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String simple(Type type) {
    return type.getTypeName().replaceAll("\\w+\\.", "");
  }
}
