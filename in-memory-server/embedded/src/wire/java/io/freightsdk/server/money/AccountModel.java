package io.freightsdk.server.money;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an account is, for callers that come one after the other. */
final class AccountModel {
  static final int CREATE_CENTS = 65;
  private static final int READ_CENTS = 2;

  private AccountModel() {}

  /** What a thread asks of the account. */
  sealed interface Call {
    /** A creation; null for no key, null for no reference. */
    record Create(@Nullable String key, @Nullable String reference) implements Call {}

    /** A paid read of a load that was there before. */
    record Read() implements Call {}

    record Credit(int cents) implements Call {}

    record Balance() implements Call {}
  }

  /** What it is answered. */
  sealed interface Answer {
    record Made(String loadNumber, boolean deduplicated) implements Answer {}

    /** The balance after a credit or as it is asked for. */
    record Holds(int cents) implements Answer {}

    record Paid() implements Answer {}

    record TooPoor(int balanceCents, int priceCents) implements Answer {}
  }

  /** The account as one caller at a time would see it. */
  record Books(int cents, Map<String, Answer.Made> byKey, Map<String, String> byReference) {
    static @Nullable Books after(Books books, Call call, Answer answer) {
      if (call instanceof Call.Create create) return books.create(create, answer);
      if (call instanceof Call.Credit credit) {
        Books richer = books.plus(credit.cents);
        return answer.equals(new Answer.Holds(richer.cents)) ? richer : null;
      }
      if (call instanceof Call.Balance) {
        return answer.equals(new Answer.Holds(books.cents)) ? books : null;
      }
      return books.cents < READ_CENTS
          ? books.ifRefused(answer, READ_CENTS)
          : answer instanceof Answer.Paid ? books.plus(-READ_CENTS) : null;
    }

    private @Nullable Books create(Call.Create create, Answer answer) {
      Answer.Made earlier = create.key == null ? null : byKey.get(create.key);
      if (earlier != null) return answer.equals(earlier) ? this : null;
      String existing = create.reference == null ? null : byReference.get(create.reference);
      if (existing != null) {
        Answer.Made found = new Answer.Made(existing, true);
        return answer.equals(found) ? remembering(create, found) : null;
      }
      if (cents < CREATE_CENTS) return ifRefused(answer, CREATE_CENTS);
      boolean isNew = answer instanceof Answer.Made made && !made.deduplicated;
      return isNew ? plus(-CREATE_CENTS).remembering(create, (Answer.Made) answer) : null;
    }

    private @Nullable Books ifRefused(Answer answer, int price) {
      return answer.equals(new Answer.TooPoor(cents, price)) ? this : null;
    }

    private Books plus(int more) {
      return new Books(cents + more, byKey, byReference);
    }

    private Books remembering(Call.Create create, Answer.Made made) {
      Map<String, Answer.Made> keys = new HashMap<>(byKey);
      Map<String, String> references = new HashMap<>(byReference);
      if (create.key != null) keys.put(create.key, made);
      if (create.reference != null) references.put(create.reference, made.loadNumber);
      return new Books(cents, keys, references);
    }
  }
}
