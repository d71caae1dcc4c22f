package io.freightsdk.generator;

/** A Java type that a member of the description can have. */
sealed interface Type {

  /** The type in source, boxed if Java has a primitive for it. */
  String boxed();

  /** The type of a required member; primitive where there is one. */
  default String plain() {
    return boxed();
  }

  /** Source of the value of an absent list or map. */
  default String empty() {
    return this instanceof ListOf ? "List.of()" : "Map.of()";
  }

  default boolean isPrimitive() {
    return !plain().equals(boxed());
  }

  /** A JSON value without members of its own. */
  enum Scalar implements Type {
    STRING("String", "String", "string"),
    MONEY("BigDecimal", "BigDecimal", "money"),
    DOUBLE("double", "Double", "number"),
    INTEGER("int", "Integer", "integer"),
    BOOLEAN("boolean", "Boolean", "bool"),
    INSTANT("Instant", "Instant", "instant");

    private final String plain;
    private final String boxed;
    private final String method;

    Scalar(String plain, String boxed, String method) {
      this.plain = plain;
      this.boxed = boxed;
      this.method = method;
    }

    @Override
    public String plain() {
      return plain;
    }

    @Override
    public String boxed() {
      return boxed;
    }

    /**
     * Name of the method that reads it in {@code ValueReader}, writes it in {@code ValueWriter},
     * views it in an open object.
     */
    String method() {
      return method;
    }
  }

  /** A list of names that may grow. */
  record OpenEnum(String boxed) implements Type {}

  /** An object with its own record. */
  record Model(String boxed) implements Type {}

  /** An array. */
  record ListOf(Type item) implements Type {
    @Override
    public String boxed() {
      return "List<" + item.boxed() + ">";
    }
  }

  /** A time zone, which only a derived method returns. */
  record Zone() implements Type {
    @Override
    public String boxed() {
      return "ZoneId";
    }
  }

  /** An object used as a dictionary from any name to amounts of money. */
  record Amounts() implements Type {
    @Override
    public String boxed() {
      return "Map<String, BigDecimal>";
    }
  }

  /** Members of any name and shape, kept exactly as received. */
  record OpenFields() implements Type {
    @Override
    public String boxed() {
      return "Map<String, @Nullable Object>";
    }
  }
}
