/**
 * What a storage of the books implements. For storages of this project only: it may change with any
 * release, so a storage of another release is refused when it is opened.
 */
@NullMarked
package io.freightsdk.spend.store;

import org.jspecify.annotations.NullMarked;
