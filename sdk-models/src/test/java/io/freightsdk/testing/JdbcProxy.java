package io.freightsdk.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A proxy of an object, mostly of JDBC: a test sees its calls, and handles some of them itself. */
public final class JdbcProxy {
  private JdbcProxy() {}

  /** Does a call, or passes it on with {@link #invoke}. */
  public interface Calls {
    @Nullable Object on(Method method, @Nullable Object[] arguments) throws Throwable;
  }

  /** Where connections come from. */
  public interface Connections {
    Connection open() throws Throwable;
  }

  /** A data source that gives these connections, and can do nothing else. */
  public static DataSource dataSource(Connections connections) {
    return of(
        DataSource.class,
        (method, arguments) -> {
          if (method.getName().equals("getConnection")) return connections.open();
          throw new UnsupportedOperationException(method.getName());
        });
  }

  /** An object whose calls a test does, but for those of {@code Object}. */
  public static <T> T of(Class<T> type, Calls calls) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "toString" -> type.getSimpleName();
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  default -> calls.on(method, arguments);
                }));
  }

  /** Passes a call on, and throws what it throws. */
  public static @Nullable Object invoke(Object real, Method method, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
