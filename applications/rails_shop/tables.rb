# What the application's tables hold.

def fill
  ActiveRecord::Schema.verbose = false
  ActiveRecord::Schema.define do
    create_table(:authors) { |table| table.string :name }
    create_table(:posts) { |table| table.references(:author).then { table.string :title }.then { table.text :body }.then { table.timestamps } }
    create_table(:comments) { |table| table.references(:post).then { table.text :body } }
  end
  authors = %w[Ada Grace].map { |name| Author.create!(name:) }
  30.times do |number|
    post = Post.create!(author: authors[number % 2], title: "Post #{number}", body: "So it goes. " * 20)
    3.times { |comment| post.comments.create!(body: "Comment #{comment}") }
  end
end
