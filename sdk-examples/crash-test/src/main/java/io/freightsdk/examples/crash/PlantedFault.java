package io.freightsdk.examples.crash;

import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.spend.store.Cell;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Function;

/** Books that do not write down what calls on their way may cost. */
final class PlantedFault {
  private PlantedFault() {}

  static SpendStore in(SpendStore store) {
    return proxy(
        BookStore.class,
        store,
        (method, given) -> {
          if (method.equals("change")) {
            @SuppressWarnings("unchecked")
            Function<Book, Object> work = (Function<Book, Object>) given[1];
            given[1] = (Function<Book, Object>) book -> work.apply(forgetful(book));
          }
        });
  }

  private static Book forgetful(Book book) {
    return proxy(
        Book.class,
        book,
        (method, given) -> {
          if (!method.equals("write")) return;
          Cell cell = (Cell) given[0];
          if (!cell.id().startsWith("scope ")) return;
          given[0] = Cell.edited(cell.id(), cell.text().replaceAll("(^| )held=\\S+", ""));
        });
  }

  private interface Change {
    void of(String method, Object[] given);
  }

  private static <T> T proxy(Class<T> type, Object real, Change change) {
    InvocationHandler handler =
        (proxy, method, given) -> {
          if (given != null) change.of(method.getName(), given);
          try {
            return method.invoke(real, given);
          } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
          }
        };
    return type.cast(
        Proxy.newProxyInstance(
            PlantedFault.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
