package io.freightsdk.generator;

import java.util.List;

/** A parsed named schema of the description. */
sealed interface Schema {
  String name();

  String description();

  /**
   * An object: becomes a record, its builder and its JSON adapter.
   *
   * @param dependencies optional members that need another member
   * @param derived methods of the record that {@code Derived} implements
   */
  record Model(
      String name,
      String description,
      List<Member> members,
      List<Dependency> dependencies,
      boolean open,
      List<View> views,
      List<Member> derived,
      boolean lenient)
      implements Schema {

    List<Member> required() {
      return members.stream().filter(Member::required).toList();
    }
  }

  /** A string with known values that may grow: becomes a class with constants. */
  record OpenEnum(String name, String description, List<String> values) implements Schema {}

  /**
   * A member of an object.
   *
   * @param json name on the wire
   * @param name name of the record component
   * @param nonEmpty a list that has at least one item
   * @param writesNull null is written as {@code null}; otherwise the member is left out
   * @param constant Java literal of the only value the description allows, or empty
   */
  record Member(
      String json,
      String name,
      Type type,
      String description,
      boolean required,
      boolean nonEmpty,
      boolean writesNull,
      boolean sensitive,
      String constant) {

    /** A list or a map, which is empty when absent and never null. */
    boolean collection() {
      return type instanceof Type.ListOf || type instanceof Type.Amounts;
    }

    /** The type as a record component has it. */
    String component() {
      return required || collection() ? type.plain() : "@Nullable " + type.boxed();
    }

    boolean primitive() {
      return required && type.isPrimitive();
    }

    /** The name as part of the name of an annotation. */
    String capitalized() {
      return Names.capitalized(name);
    }

    /** The name of one item as part of a method name: {@code Pickup} in {@code addPickup}. */
    String singular() {
      return Names.capitalized(Names.singular(name));
    }
  }

  /** A member that needs another member. */
  record Dependency(Member member, Member other) {}

  /** A typed read of one field of an open object. */
  record View(String json, String name, Type.Scalar type, String description) {}
}
